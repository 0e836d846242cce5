import '#web/site/browser/clean-address.ts'
import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { startLeadDialog } from '#web/site/lead-dialog/lead-dialog-script.ts'
import { checkoutAddress } from './checkout-address.ts'

startLeadDialog()
const links = document.querySelectorAll<HTMLAnchorElement>('a[data-checkout]')
for (const link of links) link.href = checkoutAddress(link.href, { attribution: visitorRecord() })
if (links.length > 0)
  void ownLead().then((lead) => {
    if (!lead) return
    for (const link of links)
      link.href = checkoutAddress(link.href, { reference: lead.id, email: lead.email })
  })
// Details sent again from the page that already says so change only the fragment: nothing loads, so close by hand.
addEventListener('hashchange', () => {
  if (location.hash === '#on-the-list') document.querySelector<HTMLDialogElement>('#access')?.close()
})
