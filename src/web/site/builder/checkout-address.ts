import type { Attribution, AttributionKey } from '#contract/attribution.ts'

/** What may travel with a member to the checkout, so that a payment finds its person again. */
export type CheckoutCompany = {
  /** Our own id of the person or visitor: letters, digits, `-` and `_`. */
  reference?: string
  email?: string
  attribution?: Attribution
}

const campaignKeys = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const satisfies readonly AttributionKey[]

// The payment link's documentation: other characters make it drop the value without a word.
const REFERENCE = /^[\w-]{1,200}$/
const CAMPAIGN = /^[\w-]{1,150}$/

/** The checkout's address with what is known added to it; what the owner put there stays, unfit values stay away. */
export function checkoutAddress(checkout: string, company: CheckoutCompany = {}): string {
  const address = new URL(checkout)
  const { reference, email, attribution = {} } = company
  if (reference && REFERENCE.test(reference)) address.searchParams.set('client_reference_id', reference)
  if (email) address.searchParams.set('prefilled_email', email)
  for (const key of campaignKeys) {
    const value = attribution[key]
    if (value && CAMPAIGN.test(value)) address.searchParams.set(key, value)
  }
  return address.href
}
