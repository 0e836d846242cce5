import { inventPeople, type Person } from './people.ts'
import type { Random } from './random.ts'
import type { DemoVisitor } from './visitor.ts'

/**
 * What goes wrong on a lead's way to the CRM. Those of the first line are over by now; a refused one and one given
 * up are parked, a failing one is still being tried, and a waiting one has its turn in a few minutes.
 */
export type Trouble =
  | ('server-error' | 'no-answer' | 'rate-limited' | 'token-revoked' | 'contact-gone')
  | ('refused' | 'given-up' | 'failing' | 'waiting')

/** Somebody who sent a form, and how the delivery to the CRM goes. */
export type DemoLead = { visitor: DemoVisitor; person: Person; trouble: Trouble | null }

const DAY_MS = 86_400_000

/** Gives a name, an address and a number to everybody who sent a form, oldest first, and troubles to some. */
export function inventLeads(random: Random, visitors: DemoVisitor[], now: Date, size: number): DemoLead[] {
  const sentAt = ({ forms }: DemoVisitor) => forms[0]?.at.getTime() ?? 0
  const senders = visitors
    .filter(({ forms }) => forms.length > 0)
    .sort((one, other) => sentAt(one) - sentAt(other))
  const person = inventPeople(random)
  const leads = senders.map((visitor): DemoLead => ({ visitor, person: person(), trouble: null }))
  shareSomePhones(random, leads)
  const ageOf = ({ visitor }: DemoLead) => now.getTime() - sentAt(visitor)
  const give = (trouble: Trouble, count: number, youngest: number, oldest: number) => {
    const free = leads.filter(
      (lead) => !lead.trouble && ageOf(lead) >= youngest * DAY_MS && ageOf(lead) < oldest * DAY_MS,
    )
    for (let given = 0; given < count && free.length > 0; given++) {
      const [lead] = free.splice(random.whole(0, free.length - 1), 1)
      if (lead) lead.trouble = trouble
      if (lead && trouble === 'refused') mistype(lead.person)
    }
  }
  const scaled = (count: number) => Math.max(1, Math.round(count * size))
  give('waiting', 1, 0, 0.03)
  give('failing', scaled(4), 0.05, 2)
  give('given-up', scaled(3), 5, 30)
  give('refused', scaled(3), 1, 30)
  give('token-revoked', scaled(9), 15, 18)
  give('server-error', scaled(7), 3, 12)
  give('no-answer', scaled(3), 3, 30)
  give('rate-limited', scaled(5), 10, 12)
  give('contact-gone', scaled(2), 3, 30)
  return leads
}

/** A dot too many, as phones like to add one: mail servers may take it, the CRM does not. */
function mistype(person: Person): void {
  person.email = person.email.replace('@', '.@')
}

/** Couples give the same number; the CRM keeps it on one contact only. */
function shareSomePhones(random: Random, leads: DemoLead[]): void {
  for (let index = 20; index < leads.length; index += 70) {
    const [one, other] = [leads[index], leads[index - random.whole(1, 15)]]
    if (one && other) one.person.phone = other.person.phone
  }
}
