import { sql } from 'kysely'
import type { Answers } from '#contract/application-form.ts'
import { walk } from '#contract/application-way.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { formVersion } from '#contract/form-version.ts'
import { finishApplication } from '#server/applications/finish-application.ts'
import { keepProgress } from '#server/applications/keep-progress.ts'
import { keptAnswers } from '#server/applications/read-answers.ts'
import { noteOutcome } from '#server/bookings/note-outcome.ts'
import { type BookingParts, bookCall } from '#server/calendar/book-call.ts'
import type { CallRow } from '#server/calendar/call-store.ts'
import { cancelBookedCall, moveBookedCall } from '#server/calendar/change-call.ts'
import { findSlots } from '#server/calendar/find-slots.ts'
import { SlotTakenRefusal } from '#server/calendar/slot-taken.ts'
import { readCalendar } from '#server/calendar/store.ts'
import { tellByMail } from '#server/calendar/tell-by-mail.ts'
import { captureTokens } from '#server/capture/capture-token.ts'
import { idsOn } from '#server/platform/ids.ts'
import { findKnownSubmission } from '#server/tracking/known-to-browser.ts'
import { withinHours } from './calendar.ts'
import { type FollowingJob, jobsAt } from './following-jobs.ts'
import type { MonthParts } from './lead-story.ts'
import type { DemoLead } from './leads.ts'
import { inventAnswers } from './own-answers.ts'
import type { Random } from './random.ts'
import { SITE_ORIGIN, siteContent } from './site-pages.ts'

const MINUTE = 60_000
const DAY = 24 * 3_600_000
/** Since when the coach has a form and a calendar of their own, in days: before, both were elsewhere. */
const CHANGED_OVER = 14
const ZONE = 'America/Los_Angeles'
// An AI call may follow an application at once.
const APPLY_FROM = 8
const APPLY_UNTIL = 17

const NOTES = [
  'I would like to talk about the first ten customers.',
  'My brother wants to listen in, is that fine?',
  'I have a prototype. It is ugly, and two people use it.',
]

/**
 * Lets a lead that had seen the training and gone no further apply by the coach's own form, and book in the coach's own
 * calendar; some stop half way. Only leads of the last days: before, form and calendar were elsewhere. Returns the jobs that
 * follow.
 */
export async function takeOwnFunnel(
  parts: MonthParts,
  random: Random,
  lead: DemoLead,
): Promise<FollowingJob[]> {
  const { steps } = lead.visitor
  const seen = steps.at(-1)?.at
  const wentOn = steps.some(({ trigger }) => trigger !== 'video_progress')
  if (!seen || wentOn || seen.getTime() < parts.now.getTime() - CHANGED_OVER * DAY) return []
  const fate = random.weighted([
    ['none', 20],
    ['unfinished', 35],
    ['applied', 15],
    ['booked', 30],
  ] as const)
  if (fate === 'none') return []
  const at = withinHours(new Date(seen.getTime() + random.whole(5, 90) * MINUTE), APPLY_FROM, APPLY_UNTIL)
  if (at.getTime() > parts.now.getTime() - MINUTE) return []
  const answers = inventAnswers(random, lead.person)
  if (fate === 'unfinished') {
    await parts.inTransaction(() => leaveUnfinished(parts, random, lead, answers, at))
    return []
  }
  const following = await apply(parts, random, lead, answers, at)
  if (fate === 'applied') return following
  const bookedAt = new Date(Math.min(parts.now.getTime() - 1000, at.getTime() + random.whole(2, 9) * MINUTE))
  return [...following, ...(await book(parts, random, lead, bookedAt))]
}

const shown = { content: siteContent.apply, version: formVersion(siteContent.apply) }

async function leaveUnfinished(
  { database }: MonthParts,
  random: Random,
  { visitor }: DemoLead,
  answers: Answers,
  at: Date,
): Promise<void> {
  const some = Object.fromEntries(
    Object.entries(keptAnswers(shown.content, answers)).slice(0, random.whole(3, 8)),
  )
  await keepProgress(database, shown, {
    ...{ responseId: idsOn({ now: () => at }, random.bytes)(), visitorId: visitor.id },
    ...{ page: '/freetraining', revision: 1, answers: some, at },
  })
}

async function apply(
  parts: MonthParts,
  random: Random,
  { visitor }: DemoLead,
  given: Answers,
  at: Date,
): Promise<FollowingJob[]> {
  const { content: form, version } = shown
  const newId = idsOn({ now: () => at }, random.bytes)
  const { queue, jobs } = jobsAt(at)
  const answers = keptAnswers(form, given)
  await parts.inTransaction(async () =>
    finishApplication(
      { ...parts, queue, newId },
      {
        ...{
          responseId: newId(),
          visitorId: visitor.id,
          form,
          version,
          page: '/freetraining',
          given: answers,
        },
        ...{ way: walk(form, answers), attribution: {}, at, isHeld: false },
        knownBefore: await findKnownSubmission(parts.database, visitor.id),
      },
    ),
  )
  return jobs
}

/** A time that somebody books at a moment: mostly one of the next days, or later where those are full; undefined where all are. */
export async function freeTime(
  { database, rules, random }: { database: MonthParts['database']; rules: CalendarRules; random: Random },
  now: Date,
): Promise<string | undefined> {
  const soon = await findSlots(database, rules, { now, to: new Date(now.getTime() + 5 * DAY) })
  const free = soon.length > 0 ? soon : await findSlots(database, rules, { now })
  if (free.length === 0) return undefined
  // Half of the calls are soon, as they are in life.
  return new Date(random.pick(free.slice(0, random.chance(0.5) ? 12 : 60))).toISOString()
}

async function book(parts: MonthParts, random: Random, lead: DemoLead, at: Date): Promise<FollowingJob[]> {
  const { database, now } = parts
  const { rules } = await readCalendar(database, ZONE)
  const choosing = { database, rules, random }
  const gathered: FollowingJob[] = []
  const on = (moment: Date): BookingParts => {
    const { queue, jobs } = jobsAt(moment)
    // Filled when the work is done; the caller reads it afterwards.
    const send: typeof queue.send = async (...job) => {
      await queue.send(...job)
      gathered.push(...jobs.splice(0))
    }
    return {
      ...{ database, defaultCountry: 'US', queue: { send }, captureTokens: captureTokens('demo') },
      newId: idsOn({ now: () => moment }, random.bytes),
      told: (transaction, about) => tellByMail(telling, transaction, about),
    }
  }
  const work = async <T>(take: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await parts.inTransaction(take)
    } catch (error) {
      // Somebody else of the month was quicker.
      if (error instanceof SlotTakenRefusal) return undefined
      throw error
    }
  }
  const { person, visitor } = lead
  const input = {
    ...{
      name: person.name,
      email: person.email,
      phone: person.phone,
      page: '/bookstrategy',
      consent: undefined,
    },
    ...{ note: random.chance(0.4) ? random.pick(NOTES) : '' },
    ...{ timezone: visitor.place.timezone, bookingId: undefined, website: undefined },
  }
  const call = await work(async () => {
    const start = await freeTime(choosing, at)
    if (!start) return undefined
    const asked = { visitorId: visitor.id, isKnown: true, rules, title: rules.title, now: at }
    return bookCall(on(at), { ...asked, input: { ...input, start }, admit: async () => {} })
  })
  if (!call) return gathered
  const later = new Date(
    Math.min(at.getTime() + random.whole(20, 300) * MINUTE, call.startAt.getTime() - MINUTE),
  )
  let kept: CallRow | undefined = call
  if (later < now && random.chance(0.12))
    await work(() => cancelBookedCall(on(later), call.uid, { reason: 'Something came up', now: later }))
  else {
    if (later < now && random.chance(0.15))
      kept =
        (await work(async () => {
          const start = await freeTime(choosing, later)
          return start
            ? moveBookedCall(on(later), call.uid, {
                ...{ start: new Date(start), timezone: undefined, rules, title: rules.title, now: later },
              })
            : undefined
        })) ?? call
    await sayHowItWent(parts, random, kept, on)
  }
  return gathered
}

/** The owner notes what became of a call, soon after it; the latest one is still open. */
async function sayHowItWent(
  parts: MonthParts,
  random: Random,
  { uid, endAt }: CallRow,
  on: (at: Date) => BookingParts,
): Promise<void> {
  const at = new Date(endAt.getTime() + random.whole(1, 40) * MINUTE)
  if (at >= parts.now) return
  const outcome = random.chance(0.78) ? 'held' : 'no_show'
  const { rows } = await sql<{ id: string }>`select id from bookings where uid = ${uid}`.execute(
    parts.database,
  )
  const id = rows[0]?.id
  if (id) await parts.inTransaction(() => noteOutcome(on(at), { id, outcome, at }))
}

const telling = {
  content: () => siteContent,
  host: () => ({
    siteUrl: SITE_ORIGIN,
    uidHost: new URL(SITE_ORIGIN).hostname,
    name: siteContent.brand.coach,
    email: siteContent.brand.email,
  }),
  manageUrlOf: ({ uid }: CallRow) => `${SITE_ORIGIN}/booking/${uid}`,
  ownTimezone: () => ZONE,
}
