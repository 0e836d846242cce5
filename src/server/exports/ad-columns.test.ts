import { expect, it } from 'vitest'
import type { AdPerson, AdRow } from '#contract/ad-results.ts'
import { adCsv, adPersonCsv } from './ad-columns.ts'

const cell = <Row>(columns: { heading: string; value: (row: Row) => unknown }[], heading: string, row: Row) =>
  columns.find((column) => column.heading === heading)?.value(row)

it('says sources and returns in the file of ads as the table does', () => {
  // Each column looks at its own part of a row.
  const row = { level: 'source', name: 'fb', platform: 'facebook', returnOnSpend: 10 / 3 } as AdRow
  expect(cell(adCsv, 'Name', row)).toBe('Facebook')
  expect(cell(adCsv, 'Source', row)).toBe('Facebook')
  expect(cell(adCsv, 'Return on spend', row)).toBe(3.33)
  expect(cell(adCsv, 'Name', { ...row, level: 'campaign' })).toBe('fb')
  expect(cell(adCsv, 'Name', { ...row, name: null })).toBeNull()
})

it('says in the file of people when what was asked for happened, the credited source by its name, and why there is none', () => {
  // As above.
  const credited = { key: 'k', names: ['ig', 'Autumn'], reason: null, evidence: {} }
  const person = { credited, at: '2026-11-21T06:02:09.000Z' } as AdPerson
  const columns = adPersonCsv('Europe/Paris', true)
  expect(cell(columns, 'Credited to', person)).toBe('Instagram > Autumn')
  const none = { ...credited, names: [], reason: 'no-parameters' as const }
  expect(cell(columns, 'Not attributed because', { ...person, credited: none })).toBe(
    'Link without parameters',
  )
  expect(cell(columns, 'When (Europe/Paris)', person)).toBe('2026-11-21 07:02:09')
  expect(cell(columns, 'When (Europe/Paris)', { ...person, at: null })).toBeNull()
})

it.each([
  ['waiting', true, 'waiting'],
  ['waiting', false, null],
  ['delivered', false, 'delivered'],
] as const)(
  'says of the CRM in the file of people what the file of leads says: %s, connected %s',
  (state, isCrmConnected, said) => {
    // As above.
    const person = { delivery: { state, reason: null, contactId: null, deliveredAt: null } } as AdPerson
    expect(cell(adPersonCsv('UTC', isCrmConnected), 'CRM', person)).toBe(said)
  },
)
