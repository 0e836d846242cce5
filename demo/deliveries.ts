import { deliverLeadToCrm } from '#server/capture/deliver-lead-to-crm.ts'
import type { Crm } from '#server/integrations/crm.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import type { Database } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { FailureMode } from '#support/crm-server/failure.ts'
import type { DemoCrm } from './crm.ts'
import type { Trouble } from './leads.ts'
import type { Random } from './random.ts'

/** One lead's delivery to the CRM, due at a moment of the month. */
export type Delivery = {
  database: Database
  crm: DemoCrm
  random: Random
  leadId: string
  at: Date
  now: Date
}

const HOUR = 3600

/** Delivers a lead a few seconds after it was due. */
export async function deliverOnTime(delivery: Delivery): Promise<void> {
  await attempt(delivery, delivery.crm.crm, delivery.random.whole(2, 7))
}

/** Delivers a lead the hard way; only whoever waits, fails still, was refused or given up stays undelivered. */
export async function deliverInTheEnd(delivery: Delivery, email: string, trouble: Trouble): Promise<void> {
  const { crm, random } = delivery
  if (trouble === 'waiting') return
  if (trouble === 'refused') {
    crm.fail(email, 'refused')
    return attempt(delivery, crm.crm, 4)
  }
  // Somebody the coach had in the CRM before: only then is there a contact whose tag can fail by itself.
  const { id } = crm.server.addContact({ email })
  if (trouble === 'failing') {
    crm.fail(id, random.pick(['server-error', 'connection-lost']))
    for (const seconds of [4, 11, 24, 48, 93]) await attempt(delivery, crm.crm, seconds)
    return
  }
  if (trouble === 'contact-gone') {
    await failing(delivery, id, 'server-error', [4])
    crm.server.deleteContact(id)
    for (const seconds of [10, 22]) await attempt(delivery, crm.crm, seconds)
    return
  }
  const { mode, pauses, mended } = TROUBLES[trouble]
  await failing(delivery, id, mode, pauses)
  if (mended) await attempt(delivery, crm.crm, mended)
}

/** What the simulated CRM does, after how many seconds it was tried in vain, and when it worked at last. */
const TROUBLES: Record<
  Exclude<Trouble, 'waiting' | 'refused' | 'failing' | 'contact-gone'>,
  { mode: FailureMode; pauses: number[]; mended?: number }
> = {
  'server-error': { mode: 'server-error', pauses: [4, 10, 21, 44], mended: 88 },
  'no-answer': { mode: 'half-open', pauses: [14, 31], mended: 55 },
  'rate-limited': { mode: 'rate-limited', pauses: [3], mended: 21 },
  'token-revoked': { mode: 'token-revoked', pauses: [4, 60, 900, 2 * HOUR], mended: 3 * HOUR },
  'given-up': { mode: 'server-error', pauses: [4, 90, HOUR, 24 * HOUR, 72 * HOUR + 300] },
}

async function failing(
  delivery: Delivery,
  contactId: string,
  mode: FailureMode,
  pauses: number[],
): Promise<void> {
  const { server } = delivery.crm
  await server.failWith(mode, { on: `POST /contacts/${contactId}/tags` })
  try {
    for (const seconds of pauses) {
      const then = momentAfter(delivery, seconds)
      await attempt(
        delivery,
        delivery.crm.at(() => then),
        seconds,
      )
    }
  } finally {
    await server.recover()
  }
}

/** No attempt lies ahead of the demo's own time. */
const momentAfter = ({ at, now }: Delivery, seconds: number): Date =>
  new Date(Math.min(at.getTime() + seconds * 1000, now.getTime()))

async function attempt(delivery: Delivery, crm: Crm, seconds: number): Promise<void> {
  const clock = { now: () => momentAfter(delivery, seconds) }
  const { database, leadId, random } = delivery
  try {
    await deliverLeadToCrm(
      {
        database,
        crm,
        clock,
        newId: idsOn(clock, random.bytes),
        live: { changed: () => {} },
        crmAccount: undefined,
        whyTagHeld: async () => null,
      },
      leadId,
    )
  } catch (error) {
    // Noted with the lead and in the log; the queue would try again, and so does the story.
    if (!(error instanceof VendorError)) throw error
  }
}
