import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { type KnownLead, knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { startFrameDialog } from '#web/site/page/frame-dialog-script.ts'
import { applicationAddress, isTypeform } from './application-address.ts'
import { openApplicationFrame } from './application-frame.ts'

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
