import type { AdRow } from '#contract/ad-results.ts'
import { cheapest, costWords, nameOf, verdictCosts } from './ad-words.ts'

/** Which ad is the cheapest by lead, held call and client, and how sure that is: the answer before the table. */
export function Verdict({ rows }: { rows: AdRow[] }) {
  const told = verdictCosts.flatMap((one) => {
    const row = cheapest(rows, one)
    const words = row && costWords(row[one.cost])
    return row && words ? [{ ...one, row, words, isEarly: row.tooEarly.includes(one.order) }] : []
  })
  if (told.length === 0) return null
  return (
    <dl aria-label="Cheapest ads" className="grid border-b border-line sm:grid-cols-3">
      {told.map(({ what, row, words, isEarly, count }) => (
        <div
          key={what}
          className="flex min-w-0 flex-col border-line py-3 max-sm:border-t max-sm:first:border-t-0 sm:px-5 sm:first:pl-0 sm:not-first:border-l"
        >
          <dt className="text-xs text-ink-3">Cheapest per {what}</dt>
          <dd className="truncate text-base font-semibold" title={nameOf(row)}>
            {nameOf(row)}
          </dd>
          <dd className="text-sm text-ink-2 tabular-nums">
            <span className="font-medium text-ink">{words.each}</span> a {what}
            {words.range && `, likely ${words.range}`}
          </dd>
          {isEarly && (
            <dd className="text-xs text-warning">
              Too early to compare: {row[count].toLocaleString('en-US')} so far
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
