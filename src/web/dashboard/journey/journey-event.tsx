import { watchTime } from '#web/dashboard/auto-tags/rule-words.ts'
import { referrerName } from '#web/dashboard/pages/referrers.ts'
import { fullTime, timeOfDay } from '#web/dashboard/time/clock-time.ts'
import type { JourneyEvent } from './group-visits.ts'

const milestones = { video_progress: 'Watched the video', application: 'Applied', booking: 'Booked a call' }
const deliveries = { waiting: 'waiting for the CRM', delivered: 'in the CRM', parked: 'not delivered' }
const dots = {
  view: 'bg-control',
  capture: 'bg-success',
  milestone: 'bg-accent',
  tag: 'border border-control bg-surface',
}

function wordsOf(event: JourneyEvent): { title: string; details: (string | null)[] } {
  switch (event.kind) {
    case 'view':
      return {
        title: event.page,
        details: [event.title, event.referrer && `from ${referrerName(event.referrer)}`],
      }
    case 'capture':
      return { title: 'Became a lead', details: [`on ${event.page}`, event.source, event.campaign] }
    case 'milestone': {
      const { reached, watchTime: seconds, page, claimed } = event
      return {
        title: `${milestones[reached]}${seconds === null ? '' : ` to ${watchTime(seconds)}`}`,
        details: [page && `on ${page}`, claimed ? 'as the browser says, not confirmed yet' : null],
      }
    }
    case 'tag':
      return {
        title: event.tagName,
        details: ['Tag', event.rule && `by the rule ‘${event.rule}’`, deliveries[event.state]],
      }
  }
}

/** One thing that happened, with its time and details. */
export function JourneyEventRow({ event, tz }: { event: JourneyEvent; tz: string }) {
  const { title, details } = wordsOf(event)
  const strong = event.kind === 'capture' || event.kind === 'milestone'
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 pl-5 text-sm">
      <span aria-hidden="true" className={`absolute top-3 -left-1 size-2 rounded-full ${dots[event.kind]}`} />
      <span className={`min-w-0 break-words ${strong ? 'font-medium' : ''}`}>{title}</span>
      <time
        dateTime={event.at}
        title={fullTime(event.at, tz)}
        className="text-xs leading-5 text-ink-3 tabular-nums"
      >
        {timeOfDay(event.at, tz)}
      </time>
      <span className="col-span-2 min-w-0 text-xs break-words text-ink-3">
        {details.filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}
