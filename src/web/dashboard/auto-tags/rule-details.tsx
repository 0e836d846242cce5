import { Link } from 'react-router'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { LogStatus } from './log-status.tsx'
import { conditionLabel, triggerLabel } from './rule-labels.ts'
import { useRuleLogs } from './use-logs.ts'

/** What a rule waits for, and its last five executions (docs/spec.md, 'The dashboard'). */
export function RuleDetails({ rule }: { rule: AutoTagRule }) {
  const address = useAddress()
  const logs = useRuleLogs(rule.id, 5)
  const recent = logs.rows?.slice(0, 5)
  const facts = [
    ['Trigger', triggerLabel(rule)],
    ['Conditions', conditionLabel(rule) || 'None'],
    ['Last run', rule.lastTriggered ? fullTime(rule.lastTriggered, address.tz) : 'Never'],
    ['Created', fullTime(rule.createdAt, address.tz)],
  ]
  return (
    <div className="grid gap-x-10 gap-y-4 pb-4 md:grid-cols-2 md:pl-12">
      <dl className="text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7rem_minmax(0,1fr)] py-0.5">
            <dt className="text-ink-3">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="min-w-0">
        <p id={`recent-${rule.id}`} className="text-sm text-ink-3">
          Recent Activity
        </p>
        {logs.error && !recent && <p className="text-sm text-warning">{sentenceOf(logs.error)}</p>}
        {recent?.length === 0 && <p className="mt-1 text-sm text-ink-2">No recent activity</p>}
        <ul aria-labelledby={`recent-${rule.id}`} className="text-sm">
          {recent?.map((log) => (
            <li key={log.id} className="flex items-center justify-between gap-3 py-0.5">
              <LogStatus status={log.status} />
              <span className="min-w-0 flex-1 truncate">{log.leadName || log.leadEmail || 'Anonymous'}</span>
              <span className="text-xs text-ink-3">
                <Moment at={log.timestamp} tz={address.tz} />
              </span>
            </li>
          ))}
        </ul>
        {recent && recent.length > 0 && (
          <Link
            to={{ search: writeAddress({ ...addressOfTab(address, 'autotags'), rule: rule.id }) }}
            preventScrollReset
            className="mt-1 inline-flex min-h-9 items-center text-sm text-accent-ink hover:underline"
          >
            Show this rule’s log
          </Link>
        )}
      </div>
    </div>
  )
}
