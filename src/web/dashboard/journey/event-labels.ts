import type { JoinedBy } from '#contract/payments.ts'
import { watchTime } from '#web/dashboard/auto-tags/rule-labels.ts'
import { referrerName } from '#web/dashboard/pages/referrers.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { counted } from '#web/dashboard/ui/counted.ts'
import type { JourneyEvent, JourneyTag } from './journey-event-list.ts'
import { money } from './money.ts'

/** An event in plain words: what happened, and the details that tell how it is known. */
export type EventLabels = { title: string; details: (string | null)[] }

const milestones = { video_progress: 'Watched the video', application: 'Applied', booking: 'Booked a call' }
const confirmers = { video_progress: '', application: 'the application form', booking: 'the calendar' }
const deliveries = { waiting: 'waiting for the CRM', delivered: 'in the CRM', parked: 'not delivered' }
const bookings = {
  requested: 'Asked for a call',
  created: 'Booked a call',
  paid: 'Paid for the booked call',
  rescheduled: 'Moved the call',
  moved: 'The call was moved',
  no_show: 'Did not show up',
  shown: 'The call took place',
  rejected: 'The call was declined',
  cancelled: 'The call was cancelled',
}
const calls = {
  queued: 'AI call is queued',
  ringing: 'AI call is ringing',
  answered: 'Answered the AI call',
  ended: 'AI call ended',
  failed: 'AI call failed',
  no_answer: 'Did not answer the AI call',
  voicemail: 'AI call went to voicemail',
}
const callRequests = {
  waiting: 'AI call is about to be requested',
  sent: 'AI call requested',
  not_called: 'No AI call',
  parked: 'AI call could not be requested',
}
const payments = {
  pending: 'Payment is on its way',
  paid: 'Paid',
  failed: 'Payment failed',
  refunded: 'Refunded',
  refund_failed: 'The refund failed, and the money is back',
  inquiry: 'The bank asks about the payment',
  dispute_opened: 'Disputed by the payer’s bank',
  disputed: 'Taken back by the payer’s bank',
  reinstated: 'Given back by the payer’s bank',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  dispute_closed: 'Dispute closed',
}
// What joins by the same email needs no words.
const joins: Record<JoinedBy, string | null> = {
  email: null,
  phone: 'matched by the same phone',
  reference: 'matched by our own ID',
  visitor: 'matched by what this browser reported',
  'same-email': 'from a browser that gave the same email',
  subscription: 'of the same subscription as another payment',
  owner: 'joined by you',
}

const joinWords = (joinedBy: JoinedBy | null): string | null => (joinedBy ? joins[joinedBy] : null)

/** What an event says to the owner, and by whom it is known. */
export function eventLabels(event: JourneyEvent, tz: string, hasCrm = true): EventLabels {
  switch (event.kind) {
    case 'view':
      return {
        title: event.page,
        details: [event.title, event.referrer && `from ${referrerName(event.referrer)}`],
      }
    case 'capture':
      return {
        title: 'Became a lead',
        details: [`on ${event.page}`, event.source, event.campaign, event.ad && `ad ‘${event.ad}’`],
      }
    case 'milestone':
      return milestoneWords(event)
    case 'begunApplication':
      return {
        title: 'Left the application unfinished',
        details: [`on ${event.page}`, `${event.answered} of ${counted(event.of, 'question')} answered`],
      }
    case 'application':
      return {
        title: 'Sent the application',
        details: [
          event.page && `on ${event.page}`,
          'confirmed by the application form',
          joinWords(event.joinedBy),
        ],
      }
    case 'booking':
      return {
        title: bookingTitle(event),
        details: [
          event.startTime &&
            `${event.step === 'rescheduled' ? 'to' : 'for'} ${shortTime(event.startTime, tz)}`,
          event.reason && `‘${event.reason}’`,
          tellers[event.toldBy],
          event.isTakenBack ? takenBack[event.toldBy] : null,
          joinWords(event.joinedBy),
        ],
      }
    case 'call':
      return {
        title: calls[event.status],
        details: [
          event.durationSec === null ? null : `lasted ${watchTime(event.durationSec)}`,
          'reported by the voice agent',
          // A call is placed with our own id; only another way of knowing is worth a word.
          event.joinedBy === 'reference' ? null : joinWords(event.joinedBy),
        ],
      }
    case 'callRequest':
      return { title: callRequests[event.state], details: [event.reason] }
    case 'payment':
      return {
        title: `${payments[event.step]} · ${money(event.amountMinor, event.currency)}`,
        details: [
          event.joinedBy === 'email' || !event.payerEmail ? null : `as ${event.payerEmail}`,
          'confirmed by the checkout',
          joinWords(event.joinedBy),
          event.isTest ? 'only a test' : null,
        ],
      }
    case 'tag':
      return {
        title: event.tagName,
        details: ['Tag', ...tagDetails(event, hasCrm)],
      }
  }
}

/** How a tag came about, and how far its delivery is. */
export const tagDetails = (
  { rule, state }: Pick<JourneyTag, 'rule' | 'state'>,
  hasCrm: boolean,
): (string | null)[] => [
  rule && `by the rule ‘${rule}’`,
  // Without a CRM a tag is set, and waits for nothing.
  !hasCrm && state === 'waiting' ? null : deliveries[state],
]

const tellers = {
  owner: 'said by you',
  calendar: 'confirmed by the calendar',
  crm: 'said by the CRM',
}

// The calendar’s word is never taken back by anybody.
const takenBack = { owner: 'taken back by you', crm: 'taken back in the CRM', calendar: null }

/** The calendar can only take a no-show back; that a call took place is somebody's word. */
const bookingTitle = ({ step, toldBy }: Extract<JourneyEvent, { kind: 'booking' }>): string =>
  step === 'shown' && toldBy === 'calendar' ? 'The no-show was taken back' : bookings[step]

function milestoneWords(event: Extract<JourneyEvent, { kind: 'milestone' }>): EventLabels {
  const { reached, watchTime: seconds, page, claimed, confirmed } = event
  const claim = confirmed
    ? `claimed by the browser, confirmed by ${confirmers[reached]}`
    : 'claimed by the browser, not confirmed yet'
  return {
    title: `${milestones[reached]}${seconds === null ? '' : ` to ${watchTime(seconds)}`}`,
    details: [page && `on ${page}`, claimed || confirmed ? claim : null],
  }
}
