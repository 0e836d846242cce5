import { checkoutEvent } from '#support/webhook-bodies.ts'
import type { Dice } from './dice.ts'
import { namePerson } from './name-person.ts'
import type { KnownLead, News } from './vendor-news.ts'

/** What the checkout sends when a lead has paid. */
export function paymentNews(dice: Dice, { id, person }: KnownLead, at: Date): News {
  const [name = '', domain = ''] = person.email.split('@')
  // Now and then somebody pays with another address: the owner joins it by hand.
  const email = dice.chance(0.15) ? `${name}.billing@${domain}` : person.email
  return {
    vendor: 'stripe',
    at,
    body: namePerson(
      checkoutEvent('checkout.session.completed', {
        ...{ eventId: `evt-${id}`, session: `cs-${id}`, at: at.toISOString(), email },
      }),
      person,
    ),
  }
}
