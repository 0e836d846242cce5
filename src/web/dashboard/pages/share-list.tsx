import { ShareRow } from '#web/dashboard/overview/share-row.tsx'

const MOST = 8

type ShareListProps = {
  title: string
  counts: [string, number][]
  /** What is not in the list. */
  besides?: string | false
}

/** Counts with their share of the whole; the long tail is summed up in one line. */
export function ShareList({ title, counts, besides = false }: ShareListProps) {
  if (counts.length === 0 && !besides) return null
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  const rest = counts.slice(MOST)
  const shown: [string, number][] =
    rest.length === 0
      ? counts
      : [...counts.slice(0, MOST), [`${rest.length} others`, rest.reduce((sum, [, count]) => sum + count, 0)]]
  return (
    <section className="mt-8">
      <h3 className="border-b border-line-strong pb-1.5 text-sm font-semibold">{title}</h3>
      <ol>
        {shown.map(([name, count]) => (
          <ShareRow
            key={name}
            name={name}
            to={null}
            value={count}
            part={count / all}
            note={`${((count / all) * 100).toFixed(1)}%`}
          />
        ))}
      </ol>
      {besides && <p className="mt-2 text-xs text-ink-3">{besides}</p>}
    </section>
  )
}
