import type { PageView } from '#contract/visitor.ts'
import { referrerName } from '#web/dashboard/pages/referrers.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'

const AT_FIRST = 10

function Rows({ views, tz }: { views: PageView[]; tz: string }) {
  return (
    <ol>
      {views.map((view) => (
        <li
          key={view.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-1.5 text-sm"
        >
          <span className="min-w-0 break-words">{view.page}</span>
          <time dateTime={view.timestamp} className="text-xs leading-5 text-ink-3 tabular-nums">
            {shortTime(view.timestamp, tz)}
          </time>
          <span className="col-span-2 min-w-0 text-xs break-words text-ink-3">
            {[view.metadata.title, view.utmSource, view.referrer && `from ${referrerName(view.referrer)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A visitor's page views with their titles, newest first; older ones are folded away. */
export function PageViewHistory({ views, tz }: { views: PageView[]; tz: string }) {
  const older = views.slice(AT_FIRST)
  return (
    <section className="mt-7">
      <h3 className="mb-1 border-b border-line pb-1 text-sm font-semibold">Page View History</h3>
      {views.length === 0 && <p className="py-1.5 text-sm text-ink-3">No page views</p>}
      <Rows views={views.slice(0, AT_FIRST)} tz={tz} />
      {older.length > 0 && (
        <details>
          <summary className="min-h-9 content-center text-sm text-accent-ink">
            {older.length} earlier page views
          </summary>
          <Rows views={older} tz={tz} />
        </details>
      )}
    </section>
  )
}
