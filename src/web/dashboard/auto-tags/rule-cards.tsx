import type { AutoTagSummary } from '#contract/auto-tags.ts'

const format = new Intl.NumberFormat('en-US')
const number = (value: number | undefined): string => (value === undefined ? '–' : format.format(value))
const percent = (rate: number | null | undefined): string =>
  rate === undefined ? '–' : rate === null ? 'N/A' : `${rate.toFixed(1)}%`

function rateNote({ overallRate }: Partial<AutoTagSummary>): string {
  if (overallRate === undefined) return ''
  return overallRate === null ? 'nothing is delivered yet' : `${percent(overallRate)} of all executions`
}

/** The rules' four numbers. */
export function RuleCards({ summary = {} }: { summary: Partial<AutoTagSummary> | undefined }) {
  const { rules, activeRules, totalExecutions, successRate, recentLogs, waiting } = summary
  const cards = [
    { label: 'Active Rules', value: number(activeRules), note: `of ${number(rules)}` },
    {
      label: 'Total Executions',
      value: number(totalExecutions),
      note: waiting ? `all time, and ${number(waiting)} waiting` : 'all time',
    },
    { label: 'Success Rate', value: percent(successRate), note: rateNote(summary) },
    { label: 'Recent Logs', value: number(recentLogs), note: 'last 24 hours' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-y-4 py-5 md:grid-cols-4">
      {cards.map(({ label, value, note }) => (
        <div key={label} className="flex min-w-0 flex-col pr-4">
          <dt className="order-2 text-sm text-ink-2">{label}</dt>
          <dd className="order-1 truncate text-lg font-semibold tabular-nums">{value}</dd>
          <dd className="order-3 text-xs text-ink-3">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
