import { ChevronRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { moveAlongHeadings, SortButton } from '#web/dashboard/list/sort-controls.tsx'
import { readSorting } from '#web/dashboard/list/sorting.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { LogStatus } from './log-status.tsx'
import { conditionLabel, triggerLabel } from './rule-labels.ts'
import { ruleSortColumns, ruleSorts, sortRules } from './sort-rules.ts'
import { useNewestLogs } from './use-logs.ts'

/** What a rule waits for, and its last five executions (docs/spec.md, 'The dashboard'). */
function RuleDetails({ rule }: { rule: AutoTagRule }) {
  const address = useAddress()
  const logs = useNewestLogs(rule.id, 5)
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
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {log.leadName || log.leadEmail || 'Anonymous'}
              </span>
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
            className="mt-1 inline-flex min-h-11 items-center md:min-h-9 text-sm text-accent-ink hover:underline"
          >
            Show this rule’s log
          </Link>
        )}
      </div>
    </div>
  )
}

const number = new Intl.NumberFormat('en-US')

type RuleRowProps = {
  rule: AutoTagRule
  pending: boolean | undefined
  onToggle: (active: boolean) => void
  onEdit: () => void
}

function RuleRow({ rule, pending, onToggle, onEdit }: RuleRowProps) {
  const [open, setOpen] = useState(false)
  const { dense } = usePreferences()
  const active = pending ?? rule.isActive === 'true'
  return (
    <li className="border-line max-md:rounded-md max-md:border max-md:px-3 md:border-b">
      <div
        className={`relative grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 md:hover:bg-sunken md:grid-cols-[auto_minmax(0,1fr)_11rem_5.5rem_5.5rem_auto_auto] ${dense ? 'py-0.5' : 'py-2'}`}
      >
        <span className="z-10">
          <Switch bare checked={active} disabled={pending !== undefined} onChange={onToggle}>
            {rule.name}: {active ? 'active' : 'paused'}
          </Switch>
        </span>
        <div className={`min-w-0 ${dense ? 'md:flex md:items-baseline md:gap-3' : ''}`}>
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className={`max-w-full shrink-0 text-left font-medium break-words after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)] ${active ? '' : 'text-ink-2'}`}
          >
            {rule.name}
            {!active && <span className="ml-2 text-xs font-normal text-ink-3">Paused</span>}
          </button>
          <p className="text-xs text-ink-3 max-md:wrap-anywhere md:truncate">{rule.description}</p>
        </div>
        <span className="flex min-w-0 items-center max-md:col-span-3 max-md:col-start-2 max-md:row-start-2 max-md:mt-1">
          <Badge title={rule.tagName}>{rule.tagName}</Badge>
          <span className="ml-3 text-xs whitespace-nowrap text-ink-3 md:hidden">
            {number.format(rule.successCount)} ok · {number.format(rule.errorCount)} failed
          </span>
        </span>
        <span className="hidden text-right tabular-nums md:block">{number.format(rule.successCount)}</span>
        <span
          className={`hidden text-right tabular-nums md:block ${rule.errorCount > 0 ? 'text-danger' : 'text-ink-3'}`}
        >
          {number.format(rule.errorCount)}
        </span>
        <span className="z-10 max-md:col-start-3 max-md:row-start-1">
          <IconButton label={`Edit ${rule.name}`} onClick={onEdit}>
            <Pencil size={15} aria-hidden="true" />
          </IconButton>
        </span>
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={`text-ink-3 transition-transform ${open ? 'rotate-90' : ''}`}
        />
      </div>
      {open && <RuleDetails rule={rule} />}
    </li>
  )
}

type RulesListProps = {
  rules: AutoTagRule[]
  /** The changes that are on their way to the server: shown as if they were made. */
  pending: { ruleId: string; isActive: boolean }[]
  onToggle: (ruleId: string, isActive: boolean) => void
  onEdit: (ruleId: string) => void
}

/** The tagging rules with their switch, tag and counts; each unfolds to its details. */
export function RulesList({ rules, pending, onToggle, onEdit }: RulesListProps) {
  const sorting = readSorting(useAddress().sort, ruleSorts)
  return (
    <>
      <div
        role="toolbar"
        aria-label="Sort the rules"
        onKeyDown={moveAlongHeadings}
        className="hidden items-center grid-cols-[auto_minmax(0,1fr)_11rem_5.5rem_5.5rem_auto_auto] gap-x-3 border-b border-line-strong text-xs text-ink-3 md:grid"
      >
        <span className="w-9" />
        {ruleSortColumns.map((column, index) => (
          <span key={column.sort} className={column.isNumber ? 'text-right' : ''}>
            <SortButton {...column} isFirst={index === 0} />
          </span>
        ))}
        <span className="w-9" />
        <span className="w-4" />
      </div>
      <ul aria-label="Rules" className="max-md:space-y-2">
        {(sorting ? sortRules(rules, sorting) : rules).map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            pending={pending.find(({ ruleId }) => ruleId === rule.id)?.isActive}
            onToggle={(active) => onToggle(rule.id, active)}
            onEdit={() => onEdit(rule.id)}
          />
        ))}
      </ul>
    </>
  )
}
