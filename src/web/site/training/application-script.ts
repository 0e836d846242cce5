import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { type KnownLead, knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { startFrameDialog } from '#web/site/page/frame-dialog-script.ts'
import { applicationAddress, isTypeform } from './application-address.ts'
import { applicationMessage } from './application-message.ts'

const PATIENCE_MS = 8000

/**
 * Puts the form's frame into the dialog's body, once: words until the form is there, then the form. A form that does
 * not come leaves words that send to its own page in place of a broken frame; it still shows when it comes after all.
 */
function openApplicationFrame(body: HTMLElement, address: string, saysWhenReady: boolean): void {
  if (body.querySelector('iframe')) return
  const frame = document.createElement('iframe')
  frame.className = 'application-frame'
  frame.src = address
  frame.title = body.closest('dialog')?.querySelector('h2')?.textContent ?? ''
  frame.allow = 'microphone; camera'
  const { origin } = new URL(address)
  const word = body.querySelector('p')
  const timer = window.setTimeout(() => {
    if (word) word.textContent = body.dataset.slow ?? ''
  }, PATIENCE_MS)
  const isReady = () => {
    clearTimeout(timer)
    body.dataset.state = 'ready'
  }
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return
    const message = applicationMessage(event.data)
    if (message?.kind === 'ready') isReady()
    if (message?.kind === 'onward') location.assign(message.address)
  })
  if (!saysWhenReady) frame.addEventListener('load', isReady)
  body.append(frame)
}

/** Makes the apply button open the application form with everything known filled in (docs/spec.md, 'Video pages'). */
export async function startApplication(next: HTMLElement): Promise<void> {
  const form = next.dataset.application
  const button = next.querySelector<HTMLAnchorElement>('[data-step=apply] .apply-button')
  // Without a form yet, the button opens the lead dialog instead.
  if (!form || !button) return
  const dialog = document.querySelector<HTMLDialogElement>('#application')
  const body = dialog?.querySelector<HTMLElement>('.application-body')
  const address = (embedded: boolean, lead?: KnownLead & { id?: string }) =>
    applicationAddress(form, lead, visitorRecord(), embedded)
  let embeddedAddress = address(true)
  button.href = address(false)
  if (dialog && body && next.dataset.place === 'dialog' && typeof dialog.showModal === 'function') {
    startFrameDialog(dialog)
    button.addEventListener('click', (event) => {
      event.preventDefault()
      dialog.showModal()
      openApplicationFrame(body, embeddedAddress, isTypeform(new URL(form).hostname))
    })
  }
  const [known, own] = await Promise.all([knownLead(), ownLead()])
  const lead = known && { ...known, id: own?.id }
  button.href = address(false, lead)
  embeddedAddress = address(true, lead)
  const tab = dialog?.querySelector<HTMLAnchorElement>('.application-tab')
  if (tab) tab.href = button.href
}
