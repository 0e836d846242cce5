import { Link } from 'react-router'
import type { AdFigure, AdStep } from '#contract/ad-levels.ts'
import type { AdFigures, AdRow, Cost, Rate } from '#contract/ad-results.ts'
import { writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { amounts, costWords, rateWords, stepWords, withinWords } from './ad-words.ts'
import { adSortColumns } from './sort-ads.ts'
import { TooEarly } from './too-early.tsx'

const number = new Intl.NumberFormat('en-US')
const link =
  'rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent-ink max-lg:-my-3 max-lg:inline-flex max-lg:min-h-11 max-lg:min-w-11 max-lg:items-center lg:-my-1 lg:inline-block lg:min-h-6 lg:min-w-6 lg:py-0.5'

// A name may take several lines where nothing can be pointed at: a finger's room is laid over it.
const nameLink =
  'relative inline-block max-w-full rounded-sm font-medium underline decoration-line-strong underline-offset-2 hover:text-accent-ink max-lg:wrap-anywhere max-lg:after:absolute max-lg:after:-inset-y-3 max-lg:after:inset-x-0 lg:-my-1 lg:min-h-6 lg:min-w-6 lg:truncate lg:py-0.5'

/** A part of the table: a row, what no ad is known of, or all of it. */
export type Part = {
  key: string
  label: string
  figures: AdFigures
  row?: AdRow
  /** Of several rows, whose people stand in no one list. */
  isOfSeveral?: boolean
}

/** A number that opens the people behind it. */
export function Figure({ part, step, count }: { part: Part; step: AdFigure; count: number }) {
  const address = useAddress()
  if (count === 0) return <span className="text-ink-3">0</span>
  if (part.isOfSeveral) return number.format(count)
  const search = writeAddress({ ...address, figure: step, of: part.key, sort: '' })
  return (
    <Link
      to={{ search }}
      className={link}
      aria-label={`${number.format(count)} ${figureWord(step, count)}, ${part.label}`}
    >
      {number.format(count)}
    </Link>
  )
}

// As the column is headed, and 'lead' where it is one.
function figureWord(step: AdFigure, count: number): string {
  if (step === 'visitors') return count === 1 ? 'visitor' : 'visitors'
  if (step === 'lead' || step === 'client') return stepWords[step].people[count === 1 ? 0 : 1]
  return adSortColumns[step].label.toLowerCase()
}

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

/** Where the number of each step stands, what each of them costs, and the rate that leads to it. */
const figuresOf: Record<
  AdStep,
  {
    count: 'leads' | 'sawPitch' | 'applied' | 'booked' | 'held' | 'noShow' | 'clients'
    cost?: 'costPerLead' | 'costPerBooked' | 'costPerHeld' | 'costPerClient'
    rate?: keyof typeof shareOf
  }
> = {
  lead: { count: 'leads', cost: 'costPerLead', rate: 'lead' },
  'saw-pitch': { count: 'sawPitch' },
  applied: { count: 'applied' },
  booked: { count: 'booked', cost: 'costPerBooked', rate: 'booked' },
  held: { count: 'held', cost: 'costPerHeld', rate: 'held' },
  'no-show': { count: 'noShow' },
  client: { count: 'clients', cost: 'costPerClient' },
}

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

/** What was paid, how often it was shown for that and how often tapped. */
export function Spend({ figures: { spend, otherSpend, impressions, clicks } }: { figures: AdFigures }) {
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

/** What came in and stayed, and how many times the spend that is. */
export function Cash({ figures: { netCash, returnOnSpend } }: { figures: AdFigures }) {
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
export function Name({ part }: { part: Part }) {
  const address = useAddress()
  const { row } = part
  if (!row) return <span className="font-medium">{part.label}</span>
  const opens = row.level !== 'ad' && row.name !== null
  const early = row.tooEarly.includes('client') || row.tooEarly.includes('held')
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5">
      <span className="max-w-full min-w-0 max-lg:wrap-anywhere lg:truncate" title={part.label}>
        {opens ? (
          <Link
            to={{ search: writeAddress({ ...address, within: row.key, level: '', sort: '' }) }}
            className={nameLink}
          >
            {part.label}
          </Link>
        ) : (
          <span className={row.name === null ? 'text-ink-2' : 'font-medium'}>{part.label}</span>
        )}
      </span>
      {address.within === '' && row.within.length > 0 && (
        <span
          className="max-w-full text-xs text-ink-3 max-lg:wrap-anywhere lg:truncate"
          title={withinWords(row)}
        >
          {withinWords(row)}
        </span>
      )}
      {early && row.spend && (
        <TooEarly of={part.label}>
          <Badge>Too early to compare</Badge>
        </TooEarly>
      )}
    </span>
  )
}

/** How many reached a step, with what each of them costs and the rate that leads to it. */
export function Counted({ part, step }: { part: Part; step: AdStep }) {
  const { count, cost, rate } = figuresOf[step]
  return (
    <>
      <Figure part={part} step={step} count={part.figures[count]} />
      {cost && <CostLines cost={part.figures[cost]} />}
      {rate && <RateLine rate={part.figures.rates[rate]} of={shareOf[rate]} />}
    </>
  )
}
