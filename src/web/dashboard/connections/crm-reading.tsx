import { useQuery } from '@tanstack/react-query'
import type { CrmHalf, CrmReading as Half } from '#contract/crm-reading.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { minuteOfDay, shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { Switch } from '#web/dashboard/ui/switch.tsx'

const words: Record<CrmHalf, { title: string; means: string; scopes: string; known: [string, string] }> = {
  calls: {
    title: 'Read what became of calls',
    means:
      'Whether people showed up, cancelled or moved an appointment, every ten minutes. What you say here counts if you say it later.',
    scopes: 'View Calendars and View Calendar Events',
    known: ['appointment', 'appointments'],
  },
  opportunities: {
    title: 'Read opportunities',
    means:
      'The stage of each person in your pipelines, every half hour. A won one is shown, but does not count as a payment.',
    scopes: 'View Opportunities',
    known: ['opportunity', 'opportunities'],
  },
}

const count = (number: number, [one, many]: [string, string]): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

function stateWords({ half, lastReadAt, progress, pausedUntil, known, ofLeads }: Half, tz: string): string {
  if (pausedUntil)
    return `GoHighLevel asked for a pause; reading continues at ${minuteOfDay(pausedUntil, tz)}.`
  if (!lastReadAt)
    return progress === null
      ? 'It begins in a moment.'
      : `Being read for the first time: ${Math.floor(progress * 100)}%.`
  const found = `${count(known, words[half].known)}, ${ofLeads.toLocaleString('en-US')} from your leads.`
  return `Last read ${shortTime(lastReadAt, tz)}: ${found}`
}

function HalfRow({ half, tz }: { half: Half; tz: string }) {
  const { title, means, scopes } = words[half.half]
  const change = useChange({
    make: (isOn: boolean) => call('PUT /api/connections/crm/reading', { half: half.half, isOn }),
    failed: 'It was not switched',
    renews: ['connections'],
  })
  return (
    <li className="border-b border-line py-3">
      <Switch
        // Moves under the finger; what is stored takes over once it is saved.
        checked={change.isPending ? change.variables : half.isOn}
        disabled={change.isPending}
        onChange={(isOn) => change.mutate(isOn)}
      >
        {title}
      </Switch>
      <p className="text-sm text-ink-2">{means}</p>
      {half.isOn && half.lacksScope ? (
        <p role="status" className="mt-1 text-sm text-warning">
          The token may not read this. In GoHighLevel open Settings → Private Integrations → yours, tick{' '}
          {scopes}, and press “Read now”. Everything else goes on.
        </p>
      ) : half.isOn && half.failingSince ? (
        <p role="status" className="mt-1 text-sm break-words text-danger">
          Not read since {shortTime(half.failingSince, tz)}. {half.reason} What is missing is read once it
          works again.
        </p>
      ) : (
        half.isOn && (
          <p role="status" className="mt-1 text-sm text-ink-3 tabular-nums">
            {stateWords(half, tz)}
          </p>
        )
      )}
      {half.isOn && half.notRead > 0 && (
        <p className="mt-1 text-sm text-warning">
          {half.notRead.toLocaleString('en-US')} left out. {half.notReadReason}
        </p>
      )}
    </li>
  )
}

/** What is read from the CRM: each half on or off, when it was read last, and what is missing for it. */
export function CrmReading() {
  const { tz } = useAddress()
  const { data, error } = useQuery({
    ...reading('GET /api/connections/crm/reading', {}),
    refetchInterval: 20_000,
  })
  const now = useChange({
    make: () => call('POST /api/connections/crm/reading/now', {}),
    done: { title: 'Reading', message: 'It begins within half a minute.' },
    failed: 'It was not begun',
    renews: ['connections'],
  })
  if (!data) return <Failure of={error} />
  if (!data.isConnected) return null
  return (
    <div className="mt-4 max-w-160">
      <ul aria-label="What is read from the CRM" className="border-t border-line">
        {data.halves.map((half) => (
          <HalfRow key={half.half} half={half} tz={tz} />
        ))}
      </ul>
      {data.halves.some(({ isOn }) => isOn) && (
        <Button className="mt-3" disabled={now.isPending} onClick={() => now.mutate()}>
          Read now
        </Button>
      )}
    </div>
  )
}
