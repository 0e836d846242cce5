import type { Status } from '#contract/status.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { jobWords } from './status-words.ts'

type Row = {
  key: string
  name: string
  lastRunAt: string | null
  lastFailedAt: string | null
  note: string
}

function rowsOf({ jobs, work }: Status): Row[] {
  const queued = jobs.map(({ name, waiting, retrying, active, lastDoneAt, lastFailedAt }) => ({
    key: `job ${name}`,
    name: jobWords[name] ?? name,
    lastRunAt: lastDoneAt,
    lastFailedAt,
    note: [
      waiting > 0 && `${waiting.toLocaleString('en-US')} waiting`,
      retrying > 0 && `${retrying.toLocaleString('en-US')} to try again`,
      active > 0 && `${active.toLocaleString('en-US')} at work`,
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  const regular = work.map(({ name, lastRunAt, lastFailedAt, failure }) => ({
    ...{ key: `work ${name}`, lastRunAt, lastFailedAt, note: failure ?? '' },
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  }))
  return [...queued, ...regular]
}

/** What is done in the background: when it last ran, and when it last failed. */
export function WorkTable({ status }: { status: Status }) {
  const { tz } = useAddress()
  return (
    <table className="w-full text-sm">
      <thead className="text-left text-xs text-ink-3">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 font-normal">
            What
          </th>
          <th scope="col" className="py-1.5 pl-3 font-normal whitespace-nowrap">
            Last done
          </th>
          <th scope="col" className="py-1.5 pl-3 font-normal whitespace-nowrap">
            Last failed
          </th>
        </tr>
      </thead>
      <tbody className="tabular-nums">
        {rowsOf(status).map(({ key, name, lastRunAt, lastFailedAt, note }) => (
          <tr key={key} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-2 text-left font-normal break-words">
              {name}
              {note && <span className="block text-xs text-ink-3">{note}</span>}
            </th>
            <td className="py-2 pl-3 text-ink-2">{lastRunAt ? <Moment at={lastRunAt} tz={tz} /> : '–'}</td>
            <td className={`py-2 pl-3 ${lastFailedAt ? 'text-warning' : 'text-ink-2'}`}>
              {lastFailedAt ? <Moment at={lastFailedAt} tz={tz} /> : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
