import { checkoutEvent } from '#support/webhook-bodies.ts'
import { namePerson } from './name-person.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { KnownLead, News } from './vendor-news.ts'

/** The address somebody pays with: now and then another one than the lead's, which the owner joins by hand. */
export function inventPayersEmail(random: Random, { email }: Person): string {
  const [name = '', domain = ''] = email.split('@')
  return random.chance(0.15) ? `${name}.billing@${domain}` : email
}

/** What the checkout sends when a lead has paid, with its own address or another one. */
export function paymentNews({ id, person }: KnownLead, at: Date, email = person.email): News {
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
