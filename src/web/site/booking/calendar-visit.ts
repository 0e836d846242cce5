import { ownLead } from '#web/site/browser/own-lead.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { knownLead } from '#web/site/lead-dialog/known-lead.ts'
import { arrivedPerson } from './arrived-person.ts'
import type { Prefill } from './calendar-address.ts'
import { campaignOf } from './completion.ts'
import { fullName } from './person.ts'

/** What a calendar is opened with. `metadata` comes back with the calendar's webhook. */
export type CalendarVisit = { prefill: Prefill; metadata: Record<string, string> }

const LOOKUP_PATIENCE_MS = 1500

const soon = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([
    answer,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), LOOKUP_PATIENCE_MS)),
  ])

/**
 * What the calendar is opened with: who the address named, else the lead this browser gave before, as far as that
 * is known within 1.5 s, because the calendar reads it only when it opens.
 */
export async function calendarVisit(page: string): Promise<CalendarVisit> {
  const [own, lead] = await Promise.all([soon(ownLead()), arrivedPerson ? undefined : soon(knownLead())])
  const metadata = { page, ...campaignOf(visitorRecord()), ...(own ? { lead_id: own.id } : {}) }
  if (arrivedPerson)
    return {
      prefill: {
        name: fullName(arrivedPerson),
        email: arrivedPerson.email,
        phone: arrivedPerson.phone,
      },
      metadata,
    }
  return { prefill: lead ? { name: lead.name, email: lead.email, phone: lead.phone } : {}, metadata }
}
