import '#web/site/browser/clean-address.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { startLeadDialog } from '#web/site/lead-dialog/lead-dialog-script.ts'
import { checkoutAddress } from './checkout-address.ts'

startLeadDialog()
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-checkout]'))
  link.href = checkoutAddress(link.href, { attribution: visitorRecord() })
// Details sent again from the page that already says so change only the fragment: nothing loads, so close by hand.
addEventListener('hashchange', () => {
  if (location.hash === '#on-the-list') document.querySelector<HTMLDialogElement>('#access')?.close()
})
