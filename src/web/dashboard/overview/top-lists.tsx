import type { ReactNode } from 'react'
import type { Overview } from '#contract/page-analytics.ts'
import { sourceLabel } from '#contract/source-label.ts'
import {
  addressOfDetail,
  addressOfTab,
  narrowingInput,
  writeAddress,
} from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { ShareRow } from './share-row.tsx'

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`

function TopList({ title, unit, children }: { title: string; unit: string; children: ReactNode }) {
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 border-b border-line-strong pb-2">
        <h2 className="text-base font-semibold">{title}</h2>
        <span className="text-xs text-ink-3">{unit}</span>
      </div>
      <ol>{children}</ol>
    </section>
  )
}

/** The five most viewed pages with their share of all views; each opens its numbers. */
export function TopPages({ pages, views }: { pages: Overview['topPages']; views: number }) {
  const address = useAddress()
  const narrowing = narrowingInput(address)
  const isNarrowed = Object.keys(narrowing).length > 0
  // The page's own numbers are those of all traffic; narrowed, the number opens its visitors.
  const opens = (path: string) =>
    writeAddress(
      isNarrowed
        ? { ...addressOfTab(address, 'visitors'), ...narrowing, page: path }
        : addressOfDetail(address, 'page', path),
    )
  return (
    <TopList title="Top pages" unit="views in this range">
      {pages.map(({ path, views: own }) => (
        <ShareRow
          key={path}
          name={path}
          to={opens(path)}
          value={own}
          part={views === 0 ? 0 : own / views}
          note={percent(views === 0 ? 0 : own / views)}
        />
      ))}
    </TopList>
  )
}

/** The five sources most views came from with their share; each opens its visitors. */
export function TopSources({ sources, views }: { sources: Overview['topSources']; views: number }) {
  const address = useAddress()
  return (
    <TopList title="Top sources" unit="views in this range">
      {sources.map(({ source, views: own }) => (
        <ShareRow
          key={source}
          name={sourceLabel(source)}
          to={writeAddress({ ...addressOfTab(address, 'visitors'), ...narrowingInput(address), source })}
          value={own}
          part={views === 0 ? 0 : own / views}
          note={percent(views === 0 ? 0 : own / views)}
        />
      ))}
    </TopList>
  )
}
