import { useQuery } from '@tanstack/react-query'
import type { Status } from '#contract/status.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { monthsWords } from '#web/dashboard/retention/retention-words.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { DiskMeter } from './disk-meter.tsx'
import { readableBytes, runningFor } from './sizes.ts'
import { StatusLine, StatusSection } from './status-section.tsx'
import { concerns, waitingWords } from './status-words.ts'
import { WorkTable } from './work-table.tsx'

const EVERY_MS = 15_000

/** How the installation itself is: room, sizes, what waits, what runs. */
export default function StatusTab() {
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/status', {}),
    refetchInterval: EVERY_MS,
    // Whoever opens this wants to know how it is now.
    staleTime: 0,
  })
  const retry = () => void refetch()
  if (!data)
    return error ? <FailedList what="The status" error={error} retry={retry} /> : <ListSkeleton rows={6} />
  return (
    <section aria-label="Status">
      {error && <StaleNotice error={error} retry={retry} />}
      <Verdict status={data} />
      <StatusSection title="Disk space">
        {data.disks.length === 0 ? (
          <p className="text-sm text-ink-2">The disk could not be read.</p>
        ) : (
          data.disks.map((disk) => <DiskMeter key={disk.places.join()} disk={disk} />)
        )}
      </StatusSection>
      <Waiting status={data} />
      <Size status={data} />
      <StatusSection title="In the background">
        <WorkTable status={data} />
      </StatusSection>
      <Running status={data} />
    </section>
  )
}

function Verdict({ status }: { status: Status }) {
  const found = concerns(status)
  const isBad = found.some((one) => one.isBad)
  return (
    <div className="border-b border-line py-5">
      <p className="flex items-center gap-2 text-base font-semibold">
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 mark rounded-full ${found.length === 0 ? 'bg-success' : isBad ? 'bg-danger' : 'bg-warning'}`}
        />
        {found.length === 0
          ? 'The server is fine'
          : found.length === 1
            ? 'One thing needs attention'
            : `${found.length} things need attention`}
      </p>
      {found.length > 0 && (
        <ul aria-label="What needs attention" className="mt-1.5 max-w-160 space-y-1 text-sm">
          {found.map(({ words }) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Waiting({ status }: { status: Status }) {
  const { tz } = useAddress()
  const { uncounted, oldestAt } = status.counting
  const kinds = Object.entries(waitingWords).map(([kind, label]) => ({
    ...{ kind, label },
    states: status.waiting.filter((one) => one.kind === kind && one.count > 0),
  }))
  return (
    <StatusSection title="Waiting">
      <dl>
        <StatusLine label="Visits and leads not yet in your numbers">
          {uncounted === 0 ? (
            'none'
          ) : (
            <>
              {uncounted.toLocaleString('en-US')}
              {oldestAt && (
                <>
                  , the oldest from <Moment at={oldestAt} tz={tz} within />
                </>
              )}
            </>
          )}
        </StatusLine>
        {kinds.map(({ kind, label, states }) => (
          <StatusLine key={kind} label={label}>
            {states.length === 0
              ? 'none'
              : states
                  .map(
                    ({ state, count }) =>
                      `${count.toLocaleString('en-US')} ${state === 'parked' ? 'set aside' : state}`,
                  )
                  .join(' · ')}
          </StatusLine>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">
        What is waiting is kept and sent automatically. What was set aside can be tried again in Connections.
      </p>
    </StatusSection>
  )
}

function Size({ status }: { status: Status }) {
  const { database, media } = status
  const { growth, bytesPerMillionViews: perMillion, freedPerMillionViews: freed, kept } = database
  return (
    <StatusSection title="Size">
      <dl>
        <StatusLine label="Database">{readableBytes(database.bytes)}</StatusLine>
        <StatusLine label="Growth">
          {growth === null
            ? 'known from tomorrow'
            : growth.days >= 7
              ? `${readableBytes((growth.bytes / growth.days) * 7)} a week`
              : `${readableBytes(growth.bytes)} in ${growth.days === 1 ? 'a day' : `${growth.days} days`}`}
        </StatusLine>
        <StatusLine label="For a million page views">
          {perMillion === null
            ? 'too few page views to say'
            : `${readableBytes(perMillion)}${freed === null ? '' : `, of which ${readableBytes(freed)} is freed when they are deleted`}`}
        </StatusLine>
        <StatusLine label="Page views are kept">
          {monthsWords(kept.months).toLowerCase()}
          {kept.next.pageViews > 0 &&
            ` · ${kept.next.pageViews.toLocaleString('en-US')} are deleted overnight, which frees ${readableBytes(kept.next.bytes)}`}
        </StatusLine>
        <StatusLine label="Uploaded videos">
          {media === null
            ? 'cannot be read'
            : media.files === 0
              ? 'none'
              : `${readableBytes(media.bytes)} in ${media.files.toLocaleString('en-US')} ${media.files === 1 ? 'file' : 'files'}`}
        </StatusLine>
      </dl>
      <Disclosure title="The largest tables" place="mt-2 text-sm" quiet>
        <dl>
          {database.tables.map(({ name, bytes }) => (
            <StatusLine key={name} label={<code className="text-xs">{name}</code>}>
              {readableBytes(bytes)}
            </StatusLine>
          ))}
        </dl>
      </Disclosure>
    </StatusSection>
  )
}

const notReadWords = {
  behind: 'too far behind',
  gone: 'does not answer',
  promoted: 'no longer follows',
  other: 'of another database',
}

function Running({ status }: { status: Status }) {
  const now = useNow()
  const { versions, processes, connections } = status
  return (
    <StatusSection title="Running">
      <ul aria-label="Processes">
        {processes.map(({ id, startedAt, host, pid, memoryBytes, isThis }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 text-sm">
            <span className="min-w-0 break-words">
              {host} <span className="text-ink-3">process {pid}</span> {isThis && <Badge>answers you</Badge>}
            </span>
            <span className="text-ink-2 tabular-nums">
              up for {runningFor(startedAt, now)} · {readableBytes(memoryBytes)} of memory
            </span>
          </li>
        ))}
      </ul>
      <dl>
        <StatusLine label="Leadline">{versions.product}</StatusLine>
        <StatusLine label="Schema">{versions.schema}</StatusLine>
        <StatusLine label="Database">
          PostgreSQL {versions.database}, {versions.isEmbedded ? 'built in' : 'on a server of its own'}
          {connections.isPooled && ', through a pooler'}
        </StatusLine>
        {connections.replica && (
          <StatusLine label="Copy that your numbers are read from">
            {connections.replica.state === 'following'
              ? `follows, ${Math.round(connections.replica.ageSeconds ?? 0)} s behind`
              : `not read: ${notReadWords[connections.replica.state]}`}
          </StatusLine>
        )}
        <StatusLine label="Node">{versions.node}</StatusLine>
      </dl>
    </StatusSection>
  )
}
