import type { CalendarSetup } from '#contract/calendar.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { RemoveQuestion } from '#web/dashboard/ui/remove-question.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { keptAddress, useSaveBusy } from './use-calendar.ts'

function Standing({ busyTimes }: Pick<CalendarSetup, 'busyTimes'>) {
  const { tz } = useAddress()
  const { isSet, host, readAt, busy, problem } = busyTimes
  if (!isSet) return null
  return (
    <div className="mb-3 text-sm text-ink-2">
      <p>
        Set: a calendar at {host}.{' '}
        {readAt && (
          <>
            Read <Moment at={readAt} tz={tz} within />: {busy === 1 ? '1 busy time' : `${busy} busy times`} to
            come.
          </>
        )}
      </p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem} {readAt ? 'What was read before still counts.' : ''}
        </p>
      )}
    </div>
  )
}

const nothingTyped = { address: '' }

/** The coach's own calendar, by its private address: when it is busy nobody can book. */
export function BusyTimes({ busyTimes }: Pick<CalendarSetup, 'busyTimes'>) {
  const [{ address: typed }, setTyped] = useKeptTyping(keptAddress, nothingTyped)
  const save = useSaveBusy()
  const remove = useSaveBusy()
  const question = useAsking<HTMLHeadingElement>()
  const problem =
    save.error instanceof CallFailed
      ? (save.error.fields.address ?? save.error.sentence)
      : save.error && sentenceOf(save.error)
  return (
    <section aria-labelledby="busy-title">
      <h2 id="busy-title" ref={question.goOn} tabIndex={-1} className="text-lg font-semibold">
        Avoid double bookings
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        Paste the private iCal address of your calendar: in Google Calendar under Settings, your calendar,
        ‘Secret address in iCal format’; in iCloud and Outlook, publish the calendar and copy its ICS link. It
        is read about every 12 minutes, and Google itself may be some hours late.
      </p>
      <Standing busyTimes={busyTimes} />
      <TextField
        label={busyTimes.isSet ? 'Another address' : 'Private iCal address'}
        value={typed}
        onChange={(value) => {
          setTyped({ address: value })
          if (save.error) save.reset()
        }}
        maxLength={2000}
        placeholder="https://calendar.google.com/calendar/ical/…/basic.ics"
        note="Kept encrypted, and never shown again."
        problem={problem || undefined}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          disabled={typed.trim() === '' || save.isPending}
          onClick={() =>
            save.mutate(typed.trim(), {
              // Another calendar takes seconds to read, and meanwhile the address may be corrected.
              onSuccess: () => setTyped((now) => (now.address === typed ? nothingTyped : now)),
            })
          }
        >
          {save.isPending ? 'Reading…' : 'Save and read'}
        </Button>
        {busyTimes.isSet && !question.asking && (
          <Button ref={question.ask} look="quiet" disabled={save.isPending} onClick={question.raise}>
            Remove the calendar…
          </Button>
        )}
      </div>
      <RemoveQuestion
        question={question}
        remove={{
          isPending: remove.isPending,
          mutate: () => remove.mutate('', { onSuccess: question.close }),
        }}
      >
        Its address is forgotten, and times when you are busy there can be booked again. Booked calls stay.
      </RemoveQuestion>
      <Failure of={remove.error} />
    </section>
  )
}
