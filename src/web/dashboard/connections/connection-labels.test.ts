import { expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { forHowLong, openLabel, stateLabel, titleLabel, troubleLine } from './connection-labels.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['2026-11-22T11:59:50Z', '1 min'],
  ['2026-11-22T11:13:00Z', '47 min'],
  ['2026-11-22T09:00:00Z', '3 h'],
  ['2026-11-21T06:00:00Z', '30 h'],
  ['2026-11-19T06:00:00Z', '3 days'],
])('since %s is %s', (since, words) => {
  expect(forHowLong(since, now)).toBe(words)
})

test('trouble says for how long, what waits, and that nothing is lost', () => {
  const at = { since: '2026-11-22T09:00:00Z', reason: null, kind: 'unreachable' } as const
  const trouble = { ...at, vendor: 'crm' } as const
  expect(troubleLine({ ...trouble, waiting: 12 }, now)).toBe(
    'CRM unreachable for 3 h, 12 leads waiting, none lost',
  )
  expect(troubleLine({ ...trouble, waiting: 1 }, now)).toContain('1 lead waiting')
  expect(troubleLine({ ...trouble, waiting: 0 }, now)).toBe('CRM unreachable for 3 h')
})

test('a vendor that turns us away is not called unreachable', () => {
  const trouble = { since: '2026-11-22T09:00:00Z', reason: null, kind: 'refused-credentials' } as const
  expect(troubleLine({ ...trouble, vendor: 'crm', waiting: 12 }, now)).toBe(
    'CRM has refused our token for 3 h, 12 leads waiting, none lost',
  )
  expect(troubleLine({ ...trouble, vendor: 'voice', waiting: 0 }, now)).toBe(
    'Voice agent has refused our signature for 3 h',
  )
})

test('an address that is no longer the vendor’s is to be checked', () => {
  const trouble = { since: '2026-11-22T09:00:00Z', reason: null, kind: 'wrong-address' } as const
  expect(troubleLine({ ...trouble, vendor: 'voice', waiting: 2 }, now)).toBe(
    'Voice agent has not been at its address for 3 h: check the address, 2 calls waiting, none lost',
  )
  expect(troubleLine({ ...trouble, vendor: 'webhook', waiting: 0 }, now)).toBe(
    'Alert webhook has not been at its address for 3 h: check the address',
  )
})

test.each([
  ['crm', 'rate-limited', 'CRM is refusing for now, 3 h so far, 12 leads waiting, none lost'],
  ['meta', 'rate-limited', 'Meta is refusing for now, 3 h so far, 12 events waiting, none lost'],
  ['crm', 'vendor-fault', 'CRM has been in trouble for 3 h, 12 leads waiting, none lost'],
  ['stripe', 'our-side', 'Checkout: trouble on our side for 3 h, 12 payments waiting, none lost'],
  [
    'email',
    'refused-sender',
    'Mail server has refused our sender address for 3 h, 12 emails waiting, none lost',
  ],
  ['crm', 'not-found', 'CRM: not working for 3 h, 12 leads waiting, none lost'],
  ['crm', null, 'CRM: not working for 3 h, 12 leads waiting, none lost'],
] as const)('%s that answers is not called unreachable: %s', (vendor, kind, words) => {
  const at = { since: '2026-11-22T09:00:00Z', reason: null, waiting: 12 }
  expect(troubleLine({ ...at, vendor, kind }, now)).toBe(words)
})

test('what waits and what was set aside stand in one line', () => {
  const connection: Omit<Connection, 'waiting' | 'parked'> = {
    vendor: 'stripe',
    state: 'working',
    failingSince: null,
    reason: null,
    lastSuccessAt: null,
    parkedItems: [],
    canReplay: true,
    canTest: false,
    whyNoTest: null,
    refused: null,
    lastReceivedAt: null,
    fields: [],
    webhookUrl: null,
    variables: [],
  }
  expect(openLabel({ ...connection, waiting: 0, parked: 0 })).toBe('')
  expect(openLabel({ ...connection, waiting: 2, parked: 1 })).toBe(
    '2 payments waiting, none lost · 1 set aside',
  )
  // A connection is not all well while something that it did not take waits to be looked at.
  expect(stateLabel({ ...connection, waiting: 2, parked: 0 }, now)).toBe('Working')
  expect(stateLabel({ ...connection, waiting: 0, parked: 1 }, now)).toBe(
    'Working, but look at what was set aside',
  )
})

// As alerts are kept by the server: src/server/alerts/store.ts.
test.each([
  'new-lead',
  'broke',
  'works-again',
  'calls-at-cap',
  'backups-broke',
  'backups-work-again',
  'disk-low',
  'disk-full',
])('an alert of the kind %s that was set aside is named in words', (kind) => {
  expect(titleLabel(kind)).toMatch(/^[A-Z][A-Za-z ]+$/)
})
