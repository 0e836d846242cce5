import { useEffect, useState } from 'react'
import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { checkoutAddress } from './checkout-address.ts'

let own: ReturnType<typeof ownLead> | undefined

/** Several buttons of a page ask the server once. */
function ownLeadOnce(): ReturnType<typeof ownLead> {
  own ??= ownLead()
  return own
}

/** The checkout's address with what brought the visitor, and with their lead as soon as the server has said it. */
export function useCheckout(checkout: string, isPreview: boolean): string {
  const [address, setAddress] = useState(() => checkoutAddress(checkout))
  useEffect(() => {
    if (isPreview) return
    const attribution = visitorRecord()
    setAddress(checkoutAddress(checkout, { attribution }))
    void ownLeadOnce().then((lead) => {
      if (lead) setAddress(checkoutAddress(checkout, { attribution, reference: lead.id, email: lead.email }))
    })
  }, [checkout, isPreview])
  return address
}
