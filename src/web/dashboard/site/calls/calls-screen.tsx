import { calendarInUse } from '#contract/calendar-in-use.ts'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { useDraftPart } from '#web/dashboard/site/draft/draft-context.tsx'
import { BusyTimes } from './busy-times.tsx'
import { Feed } from './feed.tsx'
import { RulesForm } from './rules-form.tsx'
import { UpcomingCalls } from './upcoming-calls.tsx'
import { useCalendarSetup } from './use-calendar.ts'

const elsewhere = {
  link: 'Visitors book in Cal.com at the moment, because its link is filled in under Booking, Calendar. To change over, choose ‘Built-in’ there and publish; no booked call is lost.',
  none: 'Visitors can’t book at the moment. Choose ‘Built-in’ under Booking, Calendar and publish.',
}

/** Booked calls, and the own calendar: when it can be booked, what keeps times busy, and its feed. */
export function CallsScreen() {
  const { data: setup, error, refetch } = useCalendarSetup()
  const inUse = useDraftPart(({ published }) => calendarInUse(published.calendar))
  return (
    <div className="max-w-180 space-y-10 pb-10">
      <UpcomingCalls />
      {!setup &&
        (error ? (
          <FailedList what="The calendar" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={6} />
        ))}
      {setup && (
        <>
          <section aria-labelledby="rules-title">
            <h2 id="rules-title" className="text-lg font-semibold">
              When you can be booked
            </h2>
            <p className="mt-1 text-sm text-ink-2">
              {inUse === 'own'
                ? setup.freeSlots === 0
                  ? `No times are free at the moment. ${setup.whyNoneFree ?? ''} Visitors are asked to check back.`
                  : `${setup.freeSlots === 1 ? '1 time is' : `${setup.freeSlots} times are`} free at the moment.`
                : elsewhere[inUse]}
            </p>
            <RulesForm rules={setup.rules} />
          </section>
          <BusyTimes busyTimes={setup.busyTimes} />
          <Feed feed={setup.feed} />
        </>
      )}
    </div>
  )
}
