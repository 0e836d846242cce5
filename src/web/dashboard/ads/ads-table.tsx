import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AdFigure, type AdStep, UNATTRIBUTED } from '#contract/ad-levels.ts'
import type { AdFigures, AdResults, AdRow, Cost, Rate } from '#contract/ad-results.ts'
import { writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { ariaSort, moveAlongHeadings, SortButton } from '#web/dashboard/list/sort-controls.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { useWideScreen } from '#web/dashboard/ui/use-wide-screen.ts'
import { amounts, costWords, levelWords, nameOf, rateWords, withinWords } from './ad-words.ts'
import { adSortColumns } from './sort-ads.ts'

const number = new Intl.NumberFormat('en-US')
const link =
  'rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent-ink max-lg:-my-3 max-lg:inline-flex max-lg:min-h-11 max-lg:min-w-11 max-lg:items-center lg:-my-1 lg:inline-block lg:min-h-6 lg:min-w-6 lg:py-0.5'

/** A part of the table: a row, what no ad is known of, or all of it. */
type Part = { key: string; label: string; figures: AdFigures; row?: AdRow }

/** A number that opens the people behind it. */
function Figure({ part, step, count }: { part: Part; step: AdFigure; count: number }) {
  const address = useAddress()
  if (count === 0) return <span className="text-ink-3">0</span>
  const search = writeAddress({ ...address, figure: step, of: part.key, sort: '' })
  return (
    <Link
      to={{ search }}
      className={link}
      aria-label={`${number.format(count)} ${adWord(step)}, ${part.label}`}
    >
      {number.format(count)}
    </Link>
  )
}

const adWord = (step: AdFigure): string =>
  adSortColumns[step === 'lead' ? 'leads' : step === 'client' ? 'clients' : step].label.toLowerCase()

function CostLines({ cost }: { cost: Cost | null }) {
  const words = costWords(cost)
  if (!words) return null
  return (
    <>
      <span className="block text-xs text-ink-2">{words.each}</span>
      {words.range && (
        <span className="block text-xs text-ink-3">
          <span className="sr-only">likely </span>
          {words.range}
        </span>
      )}
    </>
  )
}

/** Of which figure each rate is a share. */
const shareOf = { lead: 'visitors', booked: 'leads', held: 'booked calls' } as const

function RateLine({ rate, of }: { rate: Rate | null; of: string }) {
  if (!rate) return null
  const { share, range } = rateWords(rate)
  return (
    <span className="block text-xs text-ink-3">
      <span aria-hidden="true">
        {share} <span className="whitespace-nowrap">({range})</span>
      </span>
      <span className="sr-only">{`${share} of ${of}, likely ${range}`}</span>
    </span>
  )
}

const times = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}× spend`

function Spend({ figures: { spend, otherSpend, impressions, clicks } }: { figures: AdFigures }) {
  if (!spend) return <span className="text-ink-3">–</span>
  return (
    <>
      <span className="block">{amounts([spend, ...otherSpend])}</span>
      {impressions > 0 && (
        <span className="block text-xs text-ink-3">{number.format(impressions)} shown</span>
      )}
      {clicks > 0 && <span className="block text-xs text-ink-3">{number.format(clicks)} clicks</span>}
    </>
  )
}

function Cash({ figures: { netCash, returnOnSpend } }: { figures: AdFigures }) {
  return (
    <>
      <span className={`block ${netCash.length === 0 ? 'text-ink-3' : ''}`}>
        {netCash.length === 0 ? '–' : amounts(netCash)}
      </span>
      {returnOnSpend !== null && netCash.length > 0 && (
        <span className="block text-xs text-ink-3">{times(returnOnSpend)}</span>
      )}
    </>
  )
}

/** What a row is called, and the way into it. */
function Name({ part }: { part: Part }) {
  const address = useAddress()
  const { row } = part
  if (!row) return <span className="font-medium">{part.label}</span>
  const opens = row.level !== 'ad' && row.name !== null
  const early = row.tooEarly.includes('client') || row.tooEarly.includes('held')
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <span className="max-w-full min-w-0 truncate" title={part.label}>
        {opens ? (
          <Link
            to={{ search: writeAddress({ ...address, within: row.key, level: '', sort: '' }) }}
            className={`font-medium ${link} max-w-full truncate`}
          >
            {part.label}
          </Link>
        ) : (
          <span className={row.name === null ? 'text-ink-2' : 'font-medium'}>{part.label}</span>
        )}
      </span>
      {address.within === '' && row.within.length > 0 && (
        <span className="max-w-full truncate text-xs text-ink-3" title={withinWords(row)}>
          {withinWords(row)}
        </span>
      )}
      {early && row.spend && (
        <Badge title="Fewer than ten held calls or clients each, and their likely costs overlap">
          Too early to compare
        </Badge>
      )}
    </span>
  )
}

type ColumnOfAds = {
  sorts: (keyof typeof adSortColumns)[]
  width: string
  cell: (part: Part) => ReactNode
}

const counted =
  (
    step: AdStep,
    name: 'leads' | 'sawPitch' | 'applied' | 'booked' | 'held' | 'noShow' | 'clients',
    cost?: 'costPerLead' | 'costPerBooked' | 'costPerHeld' | 'costPerClient',
    rate?: keyof typeof shareOf,
  ) =>
  (part: Part) => (
    <>
      <Figure part={part} step={step} count={part.figures[name]} />
      {cost && <CostLines cost={part.figures[cost]} />}
      {rate && <RateLine rate={part.figures.rates[rate]} of={shareOf[rate]} />}
    </>
  )

const columns: ColumnOfAds[] = [
  { sorts: ['spend'], width: 'w-[8%]', cell: ({ figures }) => <Spend figures={figures} /> },
  {
    sorts: ['visitors'],
    width: 'w-[6.5%]',
    cell: (part) => <Figure part={part} step="visitors" count={part.figures.visitors} />,
  },
  { sorts: ['leads', 'per-lead'], width: 'w-[10%]', cell: counted('lead', 'leads', 'costPerLead', 'lead') },
  { sorts: ['saw-pitch'], width: 'w-[6.5%]', cell: counted('saw-pitch', 'sawPitch') },
  { sorts: ['applied'], width: 'w-[6%]', cell: counted('applied', 'applied') },
  {
    sorts: ['booked', 'per-booked'],
    width: 'w-[10%]',
    cell: counted('booked', 'booked', 'costPerBooked', 'booked'),
  },
  { sorts: ['held', 'per-held'], width: 'w-[10.5%]', cell: counted('held', 'held', 'costPerHeld', 'held') },
  { sorts: ['no-show'], width: 'w-[6%]', cell: counted('no-show', 'noShow') },
  {
    sorts: ['clients', 'per-client'],
    width: 'w-[11.5%]',
    cell: counted('client', 'clients', 'costPerClient'),
  },
  { sorts: ['cash', 'return'], width: 'w-[8.5%]', cell: ({ figures }) => <Cash figures={figures} /> },
]

const shortLabel = (sort: keyof typeof adSortColumns): string =>
  sort.startsWith('per-') ? 'each' : adSortColumns[sort].label

/** The rows of one level: a table where there is room for columns, cards elsewhere. */
export function AdsTable({ data, rows }: { data: AdResults; rows: AdRow[] }) {
  const wide = useWideScreen()
  const { sort } = useAddress()
  const level = rows[0]?.level ?? 'source'
  const parts: Part[] = rows.map((row) => ({ key: row.key, label: nameOf(row), figures: row, row }))
  const { unattributed, total } = data
  const rest: Part[] = [
    ...(data.path.length === 0 ? [{ key: UNATTRIBUTED, label: 'Unattributed', figures: unattributed }] : []),
    { key: data.path.at(-1)?.key ?? '', label: data.path.length === 0 ? 'All' : 'All of it', figures: total },
  ]
  if (!wide)
    return (
      <ul aria-label={levelWords[level].many}>
        {[...parts, ...rest].map((part) => (
          <Card key={`${part.label} ${part.key}`} part={part} />
        ))}
      </ul>
    )
  const heading =
    'sticky top-0 z-10 bg-paper align-bottom text-xs font-normal text-ink-3 border-b border-line-strong'
  return (
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
              className={`align-top hover:bg-sunken *:border-b *:border-line ${part.row ? '' : part.key === UNATTRIBUTED ? 'text-ink-2' : 'font-medium'}`}
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
        <Fact label="Leads">{counted('lead', 'leads', 'costPerLead', 'lead')(part)}</Fact>
        <Fact label="Held calls">{counted('held', 'held', 'costPerHeld', 'held')(part)}</Fact>
        <Fact label="Clients">{counted('client', 'clients', 'costPerClient')(part)}</Fact>
        <Fact label="Net cash">
          <Cash figures={figures} />
        </Fact>
        <Fact label="Booked">{counted('booked', 'booked', 'costPerBooked', 'booked')(part)}</Fact>
        <Fact label="No-show">{counted('no-show', 'noShow')(part)}</Fact>
        <Fact label="Visitors">
          <Figure part={part} step="visitors" count={figures.visitors} />
        </Fact>
        <Fact label="Saw pitch">{counted('saw-pitch', 'sawPitch')(part)}</Fact>
        <Fact label="Applied">{counted('applied', 'applied')(part)}</Fact>
      </dl>
    </li>
  )
}
