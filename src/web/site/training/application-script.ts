import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { applicationAddress } from './application-address.ts'

/** A message of the form's own, from the form's own origin, that asks this page to move on. */
function redirectIn(event: MessageEvent, origin: string): string | undefined {
  if (event.origin !== origin || typeof event.data !== 'object' || event.data === null) return undefined
  const { type, url } = event.data
  return type === 'redirect-after-submit' && typeof url === 'string' && /^https?:\/\//.test(url)
    ? url
    : undefined
}

function openInDialog(dialog: HTMLDialogElement, address: string): void {
  const body = dialog.querySelector('.application-body')
  if (body && !body.querySelector('iframe')) {
    const frame = document.createElement('iframe')
    frame.className = 'application-frame'
    frame.src = address
    frame.title = dialog.querySelector('h2')?.textContent ?? ''
    frame.allow = 'microphone; camera'
    body.append(frame)
    addEventListener('message', (event) => {
      const next = redirectIn(event, new URL(address).origin)
      if (next) location.assign(next)
    })
  }
  dialog.showModal()
}

/** Makes the apply button open the application form with everything known filled in (product.md §2). */
export async function startApplication(next: HTMLElement): Promise<void> {
  const form = next.dataset.application
  const button = next.querySelector<HTMLAnchorElement>('[data-step=apply] .apply-button')
  // Without a form yet, the button opens the lead dialog instead.
  if (!form || !button) return
  const dialog = document.querySelector<HTMLDialogElement>('#application')
  const inDialog = next.dataset.place === 'dialog' && typeof dialog?.showModal === 'function'
  const address = (embedded: boolean, lead?: Awaited<ReturnType<typeof knownLead>>) =>
    applicationAddress(form, lead, visitorRecord(), embedded)
  let embeddedAddress = address(true)
  button.href = address(false)
  if (inDialog && dialog) {
    button.addEventListener('click', (event) => {
      event.preventDefault()
      openInDialog(dialog, embeddedAddress)
    })
    dialog.querySelector('.application-close')?.addEventListener('click', () => dialog.close())
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close()
    })
  }
  const lead = await knownLead()
  button.href = address(false, lead)
  embeddedAddress = address(true, lead)
  const tab = dialog?.querySelector<HTMLAnchorElement>('.application-tab')
  if (tab) tab.href = button.href
}
