import type { Journey } from '#contract/journey.ts'
import type { Outcome } from '#contract/outcomes.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { callMoment } from '#web/dashboard/time/clock-time.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { OutcomeButtons } from './outcome-buttons.tsx'

type BookedCall = Journey['bookedCalls'][number]

const states: Record<BookedCall['status'], string> = {
  requested: 'Asked for',
  booked: 'Booked',
  held: 'Held',
  no_show: 'No-show',
  rejected: 'Declined',
  cancelled: 'Cancelled',
  rescheduled: 'Moved',
  unknown: 'Not known',
}
const outcomeOf: Partial<Record<BookedCall['status'], Outcome>> = {
  held: 'held',
  no_show: 'no_show',
  cancelled: 'cancelled',
  rescheduled: 'moved',
}

/** The calls that a person booked and how each stands; of those that are over the owner says how they went. */
export function BookedCalls({ calls, name }: { calls: BookedCall[]; name: string }) {
  const { tz } = useAddress()
  const now = useNow()
  if (calls.length === 0) return null
  return (
    <section aria-labelledby="booked-calls" className="mb-8">
      <h3 id="booked-calls" className="text-sm font-semibold">
        Booked calls
      </h3>
      <ul className="mt-1.5 border-t border-line">
        {calls.map((call) => (
          <li
            key={call.uid}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-2.5"
          >
            <p className="text-sm tabular-nums">
              {call.startTime ? callMoment(call.startTime, tz) : 'Time not known'}
              <span className="text-ink-3"> · {states[call.status]}</span>
            </p>
            {call.startTime && Date.parse(call.endTime ?? call.startTime) <= now && (
              <OutcomeButtons
                uid={call.uid}
                name={name}
                chosen={outcomeOf[call.status] ?? null}
                className="flex flex-wrap gap-1.5"
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
