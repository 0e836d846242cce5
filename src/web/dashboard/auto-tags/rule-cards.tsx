import type { AutoTagRule } from '#contract/auto-tags.ts'

import { type recentLogs, summaryOf } from './rule-summary.ts'

const number = new Intl.NumberFormat('en-US')
const percent = (rate: number | null): string => (rate === null ? 'N/A' : `${rate.toFixed(1)}%`)

type RuleCardsProps = { rules: AutoTagRule[]; recent: ReturnType<typeof recentLogs> | undefined }

/** The rules' four numbers (product.md §2 AutoTags). */
export function RuleCards({ rules, recent }: RuleCardsProps) {
  const { active, executions, meanRate, overallRate } = summaryOf(rules)
  const cards = [
    { label: 'Active Rules', value: number.format(active), note: `of ${number.format(rules.length)}` },
    { label: 'Total Executions', value: number.format(executions), note: 'all time' },
    {
      label: 'Success Rate',
      value: percent(meanRate),
      note: overallRate === null ? 'no rule has run yet' : `${percent(overallRate)} of all executions`,
    },
    {
      label: 'Recent Logs',
      value: recent ? `${number.format(recent.count)}${recent.atLeast ? '+' : ''}` : '–',
      note: 'last 24 hours',
    },
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
