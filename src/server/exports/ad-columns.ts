import { unattributedLabels } from '#contract/ad-levels.ts'
import type { AdFigures, AdPerson, AdRow, Amount, Cost, Rate } from '#contract/ad-results.ts'
import { decimalsOf, minorUnitsOf } from '#contract/minor-units.ts'
import type { Timezone } from '#contract/range.ts'
import { sourceLabel } from '#contract/source-label.ts'
import { leadCsv, localTime } from './columns.ts'
import type { CsvAmount, CsvColumn } from './csv.ts'

type ListedAd = Pick<AdRow, 'level' | 'name' | 'id' | 'platform'> & AdFigures

/** An amount as spreadsheets read it, such as 2497.00 USD. */
const written = ({ amount, currency }: Amount): CsvAmount => ({
  figure: (amount / minorUnitsOf(currency)).toFixed(decimalsOf(currency)),
  currency,
})

const amounts = (list: (Amount | null)[]): CsvAmount[] =>
  list.flatMap((one) => (one === null ? [] : written(one)))
const column = <Row>(heading: string, value: CsvColumn<Row>['value']): CsvColumn<Row> => ({ heading, value })

const cost = (what: string, of: (row: ListedAd) => Cost | null): CsvColumn<ListedAd>[] => [
  column(`Cost per ${what}`, (row) => amountOf(of(row), 'value')),
  column(`Cost per ${what}, likely from`, (row) => amountOf(of(row), 'low')),
  column(`Cost per ${what}, likely to`, (row) => amountOf(of(row), 'high')),
]

function amountOf(cost: Cost | null, side: 'value' | 'low' | 'high'): CsvAmount[] {
  const amount = cost?.[side] ?? null
  return cost === null || amount === null ? [] : [written({ amount, currency: cost.currency })]
}

const percent = (rate: Rate | null): number | null =>
  rate === null ? null : Math.round(rate.value * 1000) / 10

/** The columns of the file of ads. */
export const adCsv: CsvColumn<ListedAd>[] = [
  column('Level', ({ level }) => level),
  column('Name', ({ level, name }) => (level === 'source' && name !== null ? sourceLabel(name) : name)),
  column('ID', ({ id }) => id),
  column('Source', ({ platform }) => sourceLabel(platform)),
  column('Spend', ({ spend, otherSpend }) => amounts([spend, ...otherSpend])),
  column('Impressions', ({ impressions }) => impressions),
  column('Clicks', ({ clicks }) => clicks),
  column('Visitors', ({ visitors }) => visitors),
  column('Leads', ({ leads }) => leads),
  column('Saw the pitch', ({ sawPitch }) => sawPitch),
  column('Applied', ({ applied }) => applied),
  column('Booked', ({ booked }) => booked),
  column('Held', ({ held }) => held),
  column('No-show', ({ noShow }) => noShow),
  column('Clients', ({ clients }) => clients),
  column('Net cash', ({ netCash }) => amounts(netCash)),
  ...cost('lead', ({ costPerLead }) => costPerLead),
  ...cost('booked call', ({ costPerBooked }) => costPerBooked),
  ...cost('held call', ({ costPerHeld }) => costPerHeld),
  ...cost('client', ({ costPerClient }) => costPerClient),
  column('Return on spend', ({ returnOnSpend }) =>
    returnOnSpend === null ? null : Math.round(returnOnSpend * 100) / 100,
  ),
  column('Leads of visitors (%)', ({ rates }) => percent(rates.lead)),
  column('Booked of leads (%)', ({ rates }) => percent(rates.booked)),
  column('Held of booked (%)', ({ rates }) => percent(rates.held)),
]

/** The columns of the file of people behind a figure. */
export const adPersonCsv = (tz: Timezone, isCrmConnected: boolean): CsvColumn<AdPerson>[] => [
  column('Credited to', ({ credited }) =>
    credited.names.map((name, place) => (place === 0 ? sourceLabel(name) : name)).join(' > '),
  ),
  column('Not attributed because', ({ credited: { reason } }) => reason && unattributedLabels[reason]),
  column(`When (${tz})`, ({ at }) => localTime(tz)(at)),
  column('Net cash', ({ netCash }) => amounts(netCash)),
  ...leadCsv(tz, isCrmConnected),
]
