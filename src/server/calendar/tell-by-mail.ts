import { callTime } from '#contract/call-time.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { MailKind } from '#contract/site-content-mails.ts'
import { findPersonOfLead } from '#server/capture/person-link-store.ts'
import { drawMail, greetedName } from '#server/mail/draw-mail.ts'
import { queueMail, withdrawMail } from '#server/mail/queue-mail.ts'
import type { Queryable } from '#server/platform/database.ts'

import { type CallRow, keyOfCallMails } from './call-store.ts'
import { dayOf } from './free-slots.ts'
import { tellTheCoach } from './tell-the-coach.ts'
import { type Host, invitation } from './write-ical.ts'

/** What telling by mail needs. */
export type TellingParts = {
  content(): SiteContent
  host(): Host
  manageUrlOf(call: CallRow): string
  ownTimezone(): string
}

/** What happened to a call that its mails tell of. */
export type ToldOf = 'booked' | 'moved' | 'cancelled'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const kinds = { booked: 'confirmed', moved: 'moved', cancelled: 'cancelled' } as const

// Each says how far away the call is, so that one that is late by more than this would say something wrong.
const reminders: { kind: MailKind; before: number; lateBy: number }[] = [
  { kind: 'dayBefore', before: 24 * HOUR, lateBy: 6 * HOUR },
  { kind: 'hourBefore', before: HOUR, lateBy: 30 * MINUTE },
  { kind: 'minutesBefore', before: 15 * MINUTE, lateBy: 15 * MINUTE },
]

/**
 * Queues, in the caller's transaction, the mail that tells of a call with its invitation, and the reminders that are
 * still to come; takes back what was queued before and is no longer true.
 */
export async function tellByMail(
  parts: TellingParts,
  transaction: Queryable,
  { call, what, leadId, now }: { call: CallRow; what: ToldOf; leadId: string | null; now: Date },
): Promise<void> {
  const content = parts.content()
  const host = parts.host()
  const manageUrl = parts.manageUrlOf(call)
  const personId = leadId ? await findPersonOfLead(transaction, leadId) : undefined
  const isLink = /^https?:\/\//i.test(call.location)
  const isCancelled = what === 'cancelled'
  const values = {
    name: call.name,
    when: [callTime(call.startAt, call.timezone), isLink ? '' : call.location].filter(Boolean).join(' · '),
    link: isCancelled ? `${host.siteUrl}/bookstrategy` : isLink ? call.location : undefined,
    ...(!isCancelled && { move: manageUrl, cancel: `${manageUrl}#cancel` }),
  }
  const queue = async (
    kind: MailKind,
    about: { key: string; sendAfter?: Date; uselessAfter: Date; isInvitation?: boolean },
  ) => {
    const drawn = drawMail(content, kind, values)
    if (!drawn) return
    const { key, sendAfter, uselessAfter } = about
    await queueMail(transaction, {
      ...drawn,
      key: keyOfCallMails(call.uid) + key,
      purpose: `booking-${kind}`,
      to: { email: call.email, name: greetedName(call.name) || undefined },
      ics: about.isInvitation ? invitation(call, host, manageUrl) : undefined,
      sendAfter,
      uselessAfter,
      marketing: false,
      personId,
    })
  }
  const keys = keyOfCallMails(call.uid)
  let untold = 0
  for (const told of ['booked:', 'moved:']) untold += await withdrawMail(transaction, keys + told)
  await withdrawMail(transaction, keys)
  // Whoever was told of no call yet is told of this one, also where moves are none to write about.
  const isFirstWord = what === 'moved' && untold > 0 && !content.mails.moved.isSent
  await queue(isFirstWord ? 'confirmed' : kinds[what], {
    key: `${what}:${call.sequence}`,
    uselessAfter: call.startAt,
    isInvitation: true,
  })
  await tellTheCoach(parts, transaction, { call, what, personId })
  if (isCancelled) return
  for (const { kind, before, lateBy } of reminders) {
    const sentAt = call.startAt.getTime() - before
    // A day before a call just after midnight, where the day between has 23 hours, is not the day before yet.
    const sendAfter = new Date(kind === 'dayBefore' ? Math.max(sentAt, beginOfDay(call, 1)) : sentAt)
    // Whoever books an hour ahead knows.
    if (sendAfter <= now) continue
    const lateAt = sendAfter.getTime() + lateBy
    const uselessAfter = new Date(kind === 'dayBefore' ? Math.min(lateAt, beginOfDay(call, 0)) : lateAt)
    // A day of 25 hours is not over a day before its last one.
    if (uselessAfter <= sendAfter) continue
    await queue(kind, { key: `reminder:${kind}:${call.sequence}`, sendAfter, uselessAfter })
  }
}

/** When the day of a call, or the one so many days before it, begins by the clock of whoever booked it. */
const beginOfDay = ({ startAt, timezone }: CallRow, daysBefore: number): number =>
  dayOf(startAt.getTime(), timezone).subtract({ days: daysBefore }).toZonedDateTime(timezone)
    .epochMilliseconds
