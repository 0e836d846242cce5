import { useState } from 'react'
import type { PageNumbers } from '#contract/page-analytics.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { RowLink } from '#web/dashboard/list/row-link.tsx'
import { ariaSort, moveAlongHeadings, SortButton } from '#web/dashboard/list/sort-controls.tsx'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { counted } from '#web/dashboard/ui/counted.ts'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import type { PageGroup } from './page-groups.ts'
import { pageSortColumns } from './sort-pages.ts'

const number = new Intl.NumberFormat('en-US')
const MANY = 25

const quietly = (value: number, text = number.format(value)) => (
  <span className={value === 0 ? 'text-ink-3' : ''}>{text}</span>
)

const shareText = ({ share, views }: PageNumbers): string =>
  share === 0 && views > 0 ? '<0.1%' : `${share.toFixed(1)}%`

function Share({ page }: { page: PageNumbers }) {
  const { share } = page
  return (
    <span className="flex items-center justify-end gap-3">
      <span aria-hidden="true" className="hidden h-1 w-24 bg-line lg:block">
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, share)}%` }} />
      </span>
      <span className="w-12 shrink-0">{quietly(page.views, shareText(page))}</span>
    </span>
  )
}

function WideRow({ page, dense }: { page: PageNumbers; dense: boolean }) {
  const cell = `px-3 text-right tabular-nums ${dense ? 'py-1' : 'py-2.5'}`
  return (
    <tr className="relative hover:bg-sunken *:border-b *:border-line">
      <th
        scope="row"
        className={`max-w-0 truncate text-left font-normal ${dense ? 'py-1' : 'py-2.5'}`}
        title={page.path}
      >
        <RowLink id={page.path}>{page.path}</RowLink>
      </th>
      <td className={cell}>{quietly(page.views)}</td>
      <td className={cell}>{quietly(page.visitors)}</td>
      <td className={cell}>{quietly(page.conversions)}</td>
      <td className={cell}>{quietly(page.conversionRate, `${page.conversionRate.toFixed(1)}%`)}</td>
      <td className={`${cell} pr-0`}>
        <Share page={page} />
      </td>
    </tr>
  )
}

function NarrowRow({ page, dense }: { page: PageNumbers; dense: boolean }) {
  return (
    <li className={`relative border-b border-line ${dense ? 'py-1.5' : 'py-3'}`}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          <RowLink id={page.path}>{page.path}</RowLink>
        </span>
        <span className="tabular-nums">{quietly(page.views, counted(page.views, 'view'))}</span>
      </div>
      <p className="mt-0.5 truncate text-xs text-ink-3 tabular-nums">
        {`${counted(page.conversions, 'conversion')} · ${page.conversionRate.toFixed(1)}% rate · ${shareText(page)} of traffic`}
      </p>
    </li>
  )
}

/** Pages in their groups: a table where there is room for columns, two-line rows elsewhere. */
export function PageTable({ groups }: { groups: PageGroup[] }) {
  const wide = useWideScreen()
  const { dense } = usePreferences()
  const [all, setAll] = useState(false)
  const { sort } = useAddress()
  const shownOf = (pages: PageNumbers[]) => (all ? pages : pages.slice(0, MANY))
  const more = Math.max(0, ...groups.map(({ pages }) => pages.length - shownOf(pages).length))
  const button = more > 0 && (
    <Button className="mt-4" onClick={() => setAll(true)}>
      Show {number.format(more)} more {more === 1 ? 'page' : 'pages'}
    </Button>
  )
  if (!wide) {
    return (
      <>
        {groups.map(({ title, pages }) => (
          <section key={title} className="mt-6 first:mt-2">
            <h2 className="border-b border-line-strong pb-1.5 text-sm font-semibold">{title}</h2>
            <ul>
              {shownOf(pages).map((page) => (
                <NarrowRow key={page.path} page={page} dense={dense} />
              ))}
            </ul>
          </section>
        ))}
        {button}
      </>
    )
  }
  const heading = 'sticky top-0 z-10 bg-paper text-xs font-normal text-ink-3'
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Pages by group</caption>
        <thead>
          <tr onKeyDown={moveAlongHeadings}>
            {pageSortColumns.map((column, index) => (
              <th
                key={column.sort}
                scope="col"
                aria-sort={ariaSort(sort, [column.sort])}
                className={`${heading} ${index === 0 ? 'text-left' : `px-3 text-right ${index === 5 ? 'w-56 pr-0' : 'w-36'}`}`}
              >
                <SortButton {...column} isFirst={index === 0} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, pages }) => (
          <tbody key={title}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={6}
                className="border-b border-line-strong pt-6 pb-2 text-left text-sm font-semibold"
              >
                {title}
              </th>
            </tr>
            {shownOf(pages).map((page) => (
              <WideRow key={page.path} page={page} dense={dense} />
            ))}
          </tbody>
        ))}
      </table>
      {button}
    </>
  )
}
