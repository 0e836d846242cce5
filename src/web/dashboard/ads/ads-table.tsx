import { type ReactNode, useState } from 'react'
import { UNATTRIBUTED } from '#contract/ad-levels.ts'
import type { AdResults, AdRow } from '#contract/ad-results.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { ariaSort, moveAlongHeadings, SortButton } from '#web/dashboard/list/sort-controls.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { Cash, Counted, Figure, Name, type Part, Spend } from './ad-cells.tsx'
import { levelWords, nameOf } from './ad-words.ts'
import { adSortColumns } from './sort-ads.ts'

type ColumnOfAds = {
  sorts: (keyof typeof adSortColumns)[]
  width: string
  cell: (part: Part) => ReactNode
}

const columns: ColumnOfAds[] = [
  { sorts: ['spend'], width: 'w-[8%]', cell: ({ figures }) => <Spend figures={figures} /> },
  {
    sorts: ['visitors'],
    width: 'w-[6.5%]',
    cell: (part) => <Figure part={part} step="visitors" count={part.figures.visitors} />,
  },
  { sorts: ['leads', 'per-lead'], width: 'w-[10%]', cell: (part) => <Counted part={part} step="lead" /> },
  { sorts: ['saw-pitch'], width: 'w-[6.5%]', cell: (part) => <Counted part={part} step="saw-pitch" /> },
  { sorts: ['applied'], width: 'w-[6%]', cell: (part) => <Counted part={part} step="applied" /> },
  {
    sorts: ['booked', 'per-booked'],
    width: 'w-[10%]',
    cell: (part) => <Counted part={part} step="booked" />,
  },
  { sorts: ['held', 'per-held'], width: 'w-[10.5%]', cell: (part) => <Counted part={part} step="held" /> },
  { sorts: ['no-show'], width: 'w-[6%]', cell: (part) => <Counted part={part} step="no-show" /> },
  {
    sorts: ['clients', 'per-client'],
    width: 'w-[11.5%]',
    cell: (part) => <Counted part={part} step="client" />,
  },
  { sorts: ['cash', 'return'], width: 'w-[8.5%]', cell: ({ figures }) => <Cash figures={figures} /> },
]

const number = new Intl.NumberFormat('en-US')
const AT_FIRST = 50
const OTHERS = 'others'

const shortLabel = (sort: keyof typeof adSortColumns): string =>
  sort.startsWith('per-') ? 'each' : adSortColumns[sort].label

/** The rows of one level: a table where there is room for columns, cards elsewhere. */
export function AdsTable({ data, rows }: { data: AdResults; rows: AdRow[] }) {
  const wide = useWideScreen()
  const { sort } = useAddress()
  const level = rows[0]?.level ?? 'source'
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, AT_FIRST)
  const parts: Part[] = shown.map((row) => ({ key: row.key, label: nameOf(row), figures: row, row }))
  const { others, unattributed, total } = data
  const many = levelWords[level].many.toLowerCase()
  const hidden = rows.length - shown.length
  const more = hidden > 0 && (
    <Button className="mt-4" onClick={() => setIsWhole(true)}>
      Show {number.format(hidden)} more {hidden === 1 ? levelWords[level].one.toLowerCase() : many}
    </Button>
  )
  const rest: Part[] = [
    ...(others
      ? [
          {
            ...{ key: OTHERS, label: `${number.format(others.count)} other ${many}` },
            ...{ figures: others.figures, isOfSeveral: true },
          },
        ]
      : []),
    ...(data.path.length === 0 ? [{ key: UNATTRIBUTED, label: 'Unattributed', figures: unattributed }] : []),
    { key: data.path.at(-1)?.key ?? '', label: data.path.length === 0 ? 'All' : 'All of it', figures: total },
  ]
  if (!wide)
    return (
      <>
        <ul aria-label={levelWords[level].many}>
          {[...parts, ...rest].map((part) => (
            <Card key={`${part.label} ${part.key}`} part={part} />
          ))}
        </ul>
        {more}
      </>
    )
  const heading =
    'sticky top-0 z-10 bg-paper align-bottom text-xs font-normal text-ink-3 border-b border-line-strong'
  return (
    <>
      <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{levelWords[level].many}, what each brought and cost</caption>
        <thead>
          <tr onKeyDown={moveAlongHeadings}>
            <th scope="col" aria-sort={ariaSort(sort, ['name'])} className={`${heading} text-left`}>
              <SortButton {...adSortColumns.name} label={levelWords[level].one} isFirst />
            </th>
            {columns.map(({ sorts, width }) => (
              <th
                key={sorts[0]}
                scope="col"
                aria-sort={ariaSort(sort, sorts)}
                className={`${heading} ${width} pl-3 text-right`}
              >
                <span className="inline-flex flex-wrap justify-end gap-x-2">
                  {sorts.map((one) => (
                    <SortButton key={one} {...adSortColumns[one]} label={shortLabel(one)} isFirst={false} />
                  ))}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {[parts, rest].map((group, index) => (
          <tbody key={index === 0 ? 'rows' : 'rest'}>
            {group.map((part) => (
              <tr
                key={`${part.label} ${part.key}`}
                className={`align-top hover:bg-sunken *:border-b *:border-line ${part.row ? '' : part.key === UNATTRIBUTED || part.isOfSeveral ? 'text-ink-2' : 'font-medium'}`}
              >
                <th scope="row" className="max-w-0 py-2.5 text-left font-normal">
                  <Name part={part} />
                </th>
                {columns.map(({ sorts, cell }) => (
                  <td key={sorts[0]} className="py-2.5 pl-3 text-right tabular-nums">
                    {cell(part)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {more}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

/** A row on a phone: what was paid, what it brought, and what each cost. */
function Card({ part }: { part: Part }) {
  const { figures } = part
  return (
    <li className="border-b border-line py-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 flex-1">
          <Name part={part} />
        </div>
        <span className="text-right tabular-nums">
          <Spend figures={figures} />
        </span>
      </div>
      <dl className="mt-2 grid grid-cols-3 gap-x-4 gap-y-2">
        <Fact label="Leads">
          <Counted part={part} step="lead" />
        </Fact>
        <Fact label="Held calls">
          <Counted part={part} step="held" />
        </Fact>
        <Fact label="Clients">
          <Counted part={part} step="client" />
        </Fact>
        <Fact label="Net cash">
          <Cash figures={figures} />
        </Fact>
        <Fact label="Booked">
          <Counted part={part} step="booked" />
        </Fact>
        <Fact label="No-show">
          <Counted part={part} step="no-show" />
        </Fact>
        <Fact label="Visitors">
          <Figure part={part} step="visitors" count={figures.visitors} />
        </Fact>
        <Fact label="Saw pitch">
          <Counted part={part} step="saw-pitch" />
        </Fact>
        <Fact label="Applied">
          <Counted part={part} step="applied" />
        </Fact>
      </dl>
    </li>
  )
}
