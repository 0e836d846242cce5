import '#web/site/browser/clean-address.ts'
import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { checkoutAddress } from './checkout-address.ts'

const links = document.querySelectorAll<HTMLAnchorElement>('a[data-checkout]')
for (const link of links) link.href = checkoutAddress(link.href, { attribution: visitorRecord() })
if (links.length > 0)
  void ownLead().then((lead) => {
    if (!lead) return
    for (const link of links)
      link.href = checkoutAddress(link.href, { reference: lead.id, email: lead.email })
  })
