import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AutoTagRule, AutoTagSummary } from '#contract/auto-tags.ts'
import { CreateFields } from '#web/dashboard/connections/create-fields.tsx'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ActivityLog } from './activity-log.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RulesList } from './rules-list.tsx'
import { UnsavedRules } from './unsaved-rules.tsx'
import { useLogs } from './use-logs.ts'
import { useRules } from './use-rules.ts'

const format = new Intl.NumberFormat('en-US')
const number = (value: number | undefined): string => (value === undefined ? '–' : format.format(value))
const percent = (rate: number | null | undefined): string =>
  rate === undefined ? '–' : rate === null ? 'N/A' : `${rate.toFixed(1)}%`

function rateNote({ overallRate }: Partial<AutoTagSummary>): string {
  if (overallRate === undefined) return ''
  return overallRate === null ? 'nothing is delivered yet' : `${percent(overallRate)} of all executions`
}

/** The rules' four numbers. */
function RuleCards({ summary = {} }: { summary: Partial<AutoTagSummary> | undefined }) {
  const hasCrm = useHasCrm()
  const { rules, activeRules, totalExecutions, successRate, recentLogs, waiting } = summary
  const cards = [
    { label: 'Active Rules', value: number(activeRules), note: `of ${number(rules)}` },
    {
      label: 'Total Executions',
      value: number(totalExecutions),
      note: waiting ? `all time, and ${number(waiting)} ${hasCrm ? 'waiting' : 'set here'}` : 'all time',
    },
    { label: 'Success Rate', value: percent(successRate), note: rateNote(summary) },
    { label: 'Recent Logs', value: number(recentLogs), note: 'last 24 hours' },
  ]
  return (
    <dl className="flex justify-between gap-x-2 py-3 md:grid md:grid-cols-4 md:py-5">
      {cards.map(({ label, value, note }) => (
        <div key={label} className="flex min-w-0 flex-col md:pr-4">
          <dt className="order-2 text-xs text-ink-2 max-md:tracking-tight max-md:whitespace-nowrap md:text-sm">
            {label}
          </dt>
          <dd className="order-1 truncate text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="order-3 text-xs text-ink-3 max-md:sr-only">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The tagging rules and what they did. */
export default function AutoTagsTab() {
  const client = useQueryClient()
  const { rules, summary, toggle } = useRules()
  const logs = useLogs()
  // The rule that is being edited, as it was when that began: it may be deleted elsewhere meanwhile.
  const [editing, setEditing] = useState<AutoTagRule | 'new' | null>(null)
  const retry = () => void rules.refetch()

  if (!rules.data) {
    return rules.error ? (
      <FailedList what="The rules" error={rules.error} retry={retry} />
    ) : (
      <ListSkeleton rows={4} />
    )
  }
  const ruleOf = (ruleId: string) => rules.data.find(({ id }) => id === ruleId)
  const edit = (ruleId: string) => setEditing(ruleOf(ruleId) ?? 'new')
  const edited = editing === null || editing === 'new' ? undefined : (ruleOf(editing.id) ?? editing)
  return (
    <section aria-label="AutoTags">
      {rules.error && <StaleNotice error={rules.error} retry={retry} />}
      <RuleCards summary={summary.data} />
      <div className="flex items-center justify-between gap-4 pb-2">
        <h2 className="text-base font-semibold">Rules</h2>
        <div className="flex gap-2">
          <CreateFields />
          <Button look="primary" onClick={() => setEditing('new')}>
            New rule
          </Button>
        </div>
      </div>
      <UnsavedRules rules={rules.data} onOpen={edit} />
      {rules.data.length === 0 ? (
        <EmptyList title="No AutoTag rules configured">
          <p>A rule gives leads a tag in the CRM when something happens.</p>
        </EmptyList>
      ) : (
        <RulesList
          rules={rules.data}
          pending={toggle.underWay}
          onToggle={(id, isActive) => toggle.mutate({ ruleId: id, isActive })}
          onEdit={edit}
        />
      )}
      <ActivityLog logs={logs} rules={rules.data} onRefresh={() => void readAgain(client, ['tags'])} />
      {editing && <RuleEditor rule={edited} onClose={() => setEditing(null)} />}
    </section>
  )
}
