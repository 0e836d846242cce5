import { Tag } from 'lucide-react'
import { AnswerList } from '#web/dashboard/applications/answer-list.tsx'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'
import { fullTime, timeOfDay } from '#web/dashboard/time/clock-time.ts'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { eventLabels, tagDetails } from './event-labels.ts'
import type { JourneyEvent, JourneyTag } from './journey-event-list.ts'

const strong = new Set<JourneyEvent['kind']>([
  'capture',
  'milestone',
  'application',
  'booking',
  'call',
  'payment',
])

const setbacks = new Set([
  'no_show',
  'rejected',
  'cancelled',
  'failed',
  'no_answer',
  'refunded',
  'inquiry',
  'dispute_opened',
  'disputed',
  'dispute_lost',
])

function dotOf(event: JourneyEvent): string {
  if ('step' in event && setbacks.has(event.step)) return 'mark bg-danger'
  if ('status' in event && setbacks.has(event.status)) return 'mark bg-danger'
  switch (event.kind) {
    case 'view':
    case 'begunApplication':
      return 'mark bg-control'
    case 'tag':
      return 'border border-control bg-surface'
    case 'capture':
    case 'payment':
      return 'mark bg-success'
    default:
      return 'mark bg-accent'
  }
}

/** What was said in a call, and where it can be heard. */
function Call({ summary, recordingUrl }: { summary: string | null; recordingUrl: string | null }) {
  return (
    <>
      {summary && <p className="col-span-2 mt-1 text-sm break-words">{summary}</p>}
      {recordingUrl && (
        <a
          href={recordingUrl}
          target="_blank"
          rel="noreferrer"
          className="col-span-2 min-h-11 content-center md:min-h-9 justify-self-start text-sm text-accent-ink"
        >
          Listen to the call
        </a>
      )}
    </>
  )
}

/** The tags that something earned, under it. */
function Tags({ tags }: { tags: JourneyTag[] }) {
  const hasCrm = useHasCrm()
  if (tags.length === 0) return null
  return (
    <ul aria-label="Tags" className="col-span-2 mt-0.5">
      {tags.map((tag) => (
        <li key={tag.tagName} className="flex gap-1.5 text-xs leading-5 text-ink-3">
          <Tag size={12} aria-hidden="true" className="mt-1 shrink-0" />
          <span className="min-w-0 break-words">
            <bdi className="text-ink-2">{tag.tagName}</bdi> · <FactLine of={tagDetails(tag, hasCrm)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** One thing that happened, with its time, its details and the tags it earned. */
export function JourneyEventRow({ event, tz }: { event: JourneyEvent; tz: string }) {
  const { title, details } = eventLabels(event, tz, useHasCrm())
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 pl-5 text-sm">
      <span aria-hidden="true" className={`absolute top-3 -left-1 size-2 rounded-full ${dotOf(event)}`} />
      <span className={`min-w-0 break-words ${strong.has(event.kind) ? 'font-medium' : ''}`}>{title}</span>
      <time
        dateTime={event.at}
        title={fullTime(event.at, tz)}
        className="text-xs leading-5 text-ink-3 tabular-nums"
      >
        {timeOfDay(event.at, tz)}
      </time>
      <span className="col-span-2 min-w-0 text-xs break-words text-ink-3">
        <FactLine of={details} />
      </span>
      <Tags tags={event.tags} />
      {(event.kind === 'application' || event.kind === 'begunApplication') && (
        <AnswerList answers={event.answers} />
      )}
      {event.kind === 'call' && <Call summary={event.summary} recordingUrl={event.recordingUrl} />}
    </li>
  )
}
