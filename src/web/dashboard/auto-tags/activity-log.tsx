import { type AutoTagLog, type AutoTagRule, logSorts } from '#contract/auto-tags.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { useChosen } from '#web/dashboard/address/use-chosen.ts'
import { call } from '#web/dashboard/api/call.ts'
import { DownloadLink } from '#web/dashboard/export/download-link.tsx'
import { CountLine } from '#web/dashboard/list/count-line.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { type Column, RowList } from '#web/dashboard/list/row-list.tsx'
import { type SortColumn, SortNote, SortSelect } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import type { List } from '#web/dashboard/list/use-list.ts'
import { orTryAgain, useChange } from '#web/dashboard/live/use-change.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { LogStatus } from './log-status.tsx'
import { causeLabel } from './rule-labels.ts'
import { useRuleLogs } from './use-logs.ts'

/** Puts one failed delivery, or all of them, back into the queue, and says what came of it. */
function useReplay() {
  const done = ({ queued, message }: { queued: number; message: string }) => {
    if (queued === 0) return { title: 'Nothing to retry', message }
    if (queued === 1) return { title: 'Delivery back in the queue', message }
    return { title: `${queued.toLocaleString('en-US')} deliveries back in the queue`, message }
  }
  const settled = { done, failed: orTryAgain('Failed to retry the delivery'), renews: ['tags' as const] }
  const one = useChange({
    make: (logId: string) => call('POST /api/auto-tags/logs/:logId/replay', { logId }),
    ...settled,
  })
  const all = useChange({ make: () => call('POST /api/auto-tags/logs/replay-failed', {}), ...settled })
  return { one, all }
}

const grid =
  'grid-cols-[5.5rem_minmax(0,1.2fr)_minmax(0,1.1fr)_minmax(0,2fr)_minmax(0,1.4fr)_4.5rem_5rem_4.5rem]'

/** Tries a failed delivery again; nothing where the CRM has the tag by now. */
function Retry({ log }: { log: AutoTagLog }) {
  const { one } = useReplay()
  if (log.status !== 'error' || log.delivery === null || log.delivery === 'delivered') return null
  return (
    <Button
      look="quiet"
      disabled={one.isPending}
      onClick={() => one.mutate(log.id)}
      className="relative z-10 px-2 max-md:-my-2.5 max-md:-mr-2"
    >
      Retry
      <span className="sr-only">
        {' '}
        {log.tagName} for {log.leadName || log.leadEmail}
      </span>
    </Button>
  )
}

const sorts = {
  status: { sort: 'status', label: 'Status' },
  tag: { sort: 'tag', label: 'Tag' },
  lead: { sort: 'lead', label: 'Lead' },
  result: { sort: 'result', label: 'Result' },
  took: { sort: 'took', label: 'Took', isNumber: true },
  when: { sort: 'when', label: 'When', isNumber: true },
} satisfies Record<string, SortColumn>

const columns = (tz: string): Column<AutoTagLog>[] => [
  { label: 'Status', sorts: [sorts.status], cell: ({ status }) => <LogStatus status={status} /> },
  {
    label: 'Tag',
    sorts: [sorts.tag],
    cell: ({ tagName, ruleName }) => (
      <span title={ruleName ? `${tagName}, by the rule “${ruleName}”` : tagName}>
        {tagName}
        {ruleName && <span className="block truncate text-xs text-ink-3">{ruleName}</span>}
      </span>
    ),
  },
  {
    label: 'Lead',
    sorts: [sorts.lead],
    cell: ({ leadName, leadEmail }) => (
      <span dir="auto" className="block truncate text-left" title={leadEmail}>
        {leadName || leadEmail || 'Anonymous'}
      </span>
    ),
  },
  {
    label: 'Cause',
    cell: (log) => {
      const cause = causeLabel(log) || 'Unknown'
      return (
        <span className="text-ink-2" title={cause}>
          {cause}
        </span>
      )
    },
  },
  {
    label: 'Result',
    sorts: [sorts.result],
    cell: ({ status, errorMessage, ghlContactId }) => (
      // A reason is there to be read whole.
      <span
        className={`text-ink-2 ${status === 'error' ? 'block break-words whitespace-normal' : ''}`}
        title={errorMessage ?? undefined}
      >
        {errorMessage ?? (ghlContactId ? `Contact ${ghlContactId.slice(0, 8)}` : '–')}
      </span>
    ),
  },
  {
    label: 'Took',
    sorts: [sorts.took],
    right: true,
    cell: ({ executionTime }) => `${Math.round(executionTime)} ms`,
  },
  {
    label: 'When',
    sorts: [sorts.when],
    right: true,
    cell: ({ timestamp }) => <Moment at={timestamp} tz={tz} />,
  },
  { label: 'Retry', cell: (log) => <Retry log={log} /> },
]

function Lines({ log, tz }: { log: AutoTagLog; tz: string }) {
  const facts = [
    log.tagName,
    log.status !== 'error' && log.errorMessage,
    causeLabel(log),
    log.ruleName,
    `${Math.round(log.executionTime)} ms`,
  ]
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="min-w-0 truncate text-left">
          {log.leadName || log.leadEmail || 'Anonymous'}
        </span>
        <span className="text-xs text-ink-2">
          <Moment at={log.timestamp} tz={tz} />
        </span>
      </div>
      <div className="mt-0.5 flex items-center gap-2 text-xs text-ink-3">
        <LogStatus status={log.status} />
        <span className="min-w-0 flex-1 truncate">
          <FactLine of={facts} />
        </span>
        <Retry log={log} />
      </div>
      {log.status === 'error' && log.errorMessage && (
        <p className="mt-0.5 text-xs break-words text-ink-2">{log.errorMessage}</p>
      )}
    </>
  )
}

function LogRows({ list }: { list: List<AutoTagLog> }) {
  const { tz } = useAddress()
  return (
    <>
      <SortNote isSkipped={list.isSortSkipped} />
      <ListFrame list={list} what="The log" empty={<EmptyList title="No activity logs available" />}>
        {(rows) => (
          <RowList
            label="Activity log"
            rows={rows}
            columns={columns(tz)}
            grid={grid}
            lines={(log) => <Lines log={log} tz={tz} />}
            isSorted={!list.isSortSkipped}
            keyOf={(log) => log.id}
          />
        )}
      </ListFrame>
    </>
  )
}

function RuleLogRows({ ruleId }: { ruleId: string }) {
  return <LogRows list={useRuleLogs(ruleId)} />
}

const DELETED = 'A deleted rule'

function RuleSelect({ rule, rules }: { rule: string; rules: AutoTagRule[] }) {
  const go = useGo()
  const [shown, choose] = useChosen(rule, (chosen) => go({ rule: chosen }))
  return (
    <span className="w-44">
      <select
        aria-label="Show the log of"
        value={shown}
        onChange={(event) => choose(event.currentTarget.value)}
        className={fieldLook}
      >
        <option value="">All rules</option>
        {rules.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {/* A link may be older than the end of its rule. */}
        {rule !== '' && !rules.some(({ id }) => id === rule) && <option value={rule}>{DELETED}</option>}
      </select>
    </span>
  )
}

type ActivityLogProps = { logs: List<AutoTagLog>; rules: AutoTagRule[]; onRefresh: () => void }

/** What the rules did, newest first; of one rule only where the address names it. */
export function ActivityLog({ logs, rules, onRefresh }: ActivityLogProps) {
  const { rule, tz, sort } = useAddress()
  const go = useGo()
  const { all } = useReplay()
  const ruleName = rules.find(({ id }) => id === rule)?.name
  return (
    <section aria-labelledby="activity-log" className="mt-10">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2">
        <h2 id="activity-log" className="text-base font-semibold">
          Activity log{rule && `: ${ruleName ?? DELETED.toLowerCase()}`}
        </h2>
        {!rule && logs.rows && (
          <CountLine
            shown={logs.rows.length}
            total={logs.total}
            noun={['entry, all time', 'entries, all time']}
          />
        )}
        <span className="flex flex-wrap gap-2 md:ml-auto">
          <RuleSelect rule={rule} rules={rules} />
          <SortSelect columns={Object.values(sorts)} />
          <Button onClick={() => all.mutate()} disabled={all.isPending}>
            {all.isPending ? 'Retrying…' : 'Retry all failed'}
          </Button>
          <DownloadLink
            file="tag-logs"
            input={{ tz, ruleId: rule || undefined, ...readSorting(sort, logSorts) }}
          >
            Export
          </DownloadLink>
          {rule && <Button onClick={() => go({ rule: '' })}>Show All</Button>}
          <Button onClick={onRefresh}>Refresh</Button>
        </span>
      </div>
      {rule ? <RuleLogRows ruleId={rule} /> : <LogRows list={logs} />}
    </section>
  )
}
