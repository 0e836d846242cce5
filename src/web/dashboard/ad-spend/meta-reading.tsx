import { useId } from 'react'
import { Link } from 'react-router'
import type { MetaSpendState } from '#contract/ad-spend.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { minuteOfDay, shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { daysInWords } from './spend-words.ts'
import { useMetaSpend, useReadMetaAgain } from './use-ad-spend.ts'

function stateWords(state: MetaSpendState, tz: string): string {
  if (state.isStopped) return 'You took back everything that was read, so nothing is read for now.'
  if (state.pausedUntil)
    return `Meta’s limit is nearly used up, so reading continues at ${minuteOfDay(state.pausedUntil, tz)}.`
  if (!state.lastReadAt) return 'The first days are being read now.'
  const last = `Last read ${shortTime(state.lastReadAt, tz)}.`
  return state.isWhole || !state.readBackTo
    ? `${last} Today is read each hour, the last seven days each night.`
    : `${last} Older days are being read, back to ${state.readBackTo} so far.`
}

/** How reading Meta's own report stands, or how it is connected. */
export function MetaReading() {
  const id = useId()
  const address = useAddress()
  const { data, error } = useMetaSpend()
  const readAgain = useReadMetaAgain()
  const toConnections = (
    <Link
      to={{ search: writeAddress(addressOfTab(address, 'connections')) }}
      className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-8"
    >
      {data?.isConnected ? 'Change it in Connections' : 'Connect it in Connections'}
    </Link>
  )
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        Straight from Meta
      </h2>
      <Failure of={error} />
      {data && !data.isConnected && (
        <p className="mt-1 text-sm text-ink-2">
          With a read-only token, Meta’s costs come in automatically, going back three years.
        </p>
      )}
      {data?.isConnected && (
        <div className="mt-1 text-sm">
          {data.account && (
            <p className="break-words">
              {data.account.name || data.account.id}
              <span className="text-ink-3">
                {' '}
                · {data.account.currency} · days of{' '}
                {data.account.timezone.replace(/.*\//, '').replaceAll('_', ' ')}
              </span>
            </p>
          )}
          {data.failingSince ? (
            <p role="status" className="mt-1 text-danger">
              Not read since {shortTime(data.failingSince, address.tz)}. {data.reason} What is missing is read
              once it works again.
            </p>
          ) : (
            <p role="status" className="mt-1 text-ink-2 tabular-nums">
              {stateWords(data, address.tz)}
            </p>
          )}
          {data.isStopped && (
            <Button className="mt-2" disabled={readAgain.isPending} onClick={() => readAgain.mutate()}>
              {readAgain.isPending ? 'One moment…' : 'Read it again'}
            </Button>
          )}
          {data.leftOut.length > 0 && (
            <p className="mt-1 text-warning">
              Meta does not report{' '}
              {data.leftOut.map(({ from, to }) => daysInWords({ first: from, last: to })).join(', ')}. Add
              those days as a file.
            </p>
          )}
          {data.refusedRows > 0 && (
            <p className="mt-1 text-warning">
              {data.refusedRows.toLocaleString('en-US')} {data.refusedRows === 1 ? 'row was' : 'rows were'}{' '}
              rejected: {data.refusedReason}
            </p>
          )}
        </div>
      )}
      <p className="text-sm">{toConnections}</p>
    </section>
  )
}
