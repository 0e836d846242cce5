import type { ReactNode } from 'react'

/** One fact: its label, its value, and the words that stand for a missing value ('Unknown' unless given). */
export type Fact = { label: string; value: ReactNode; missing?: string }

/** A titled section of facts, one hairline each. */
export function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className="mt-7 first:mt-0">
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <dl className="border-t border-line">
        {facts.map(({ label, value, missing = 'Unknown' }) => {
          const known = value !== null && value !== undefined && value !== ''
          return (
            <div
              key={label}
              className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-3 md:grid-cols-[9rem_minmax(0,1fr)] border-b border-line py-1.5 text-sm"
            >
              <dt className="text-ink-3">{label}</dt>
              <dd className={`break-words ${known ? '' : 'text-ink-3'}`}>{known ? value : missing}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
