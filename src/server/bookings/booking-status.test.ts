import { expect, test } from 'vitest'
import { bookingStatus } from './booking-status.ts'

const step = (kind: string, minute: number, by?: 'owner' | 'crm', of?: string) => ({
  key: `${by ?? 'cal'} ${kind} ${minute}`,
  kind,
  at: new Date(minute * 60_000),
  details: { ...(by ? { by } : {}), ...(of ? { of } : {}) },
  isVendors: by === undefined,
})
const booked = step('created', 0)

test.each([
  ['booked', [booked], 'booked'],
  ['the owner says held', [booked, step('shown', 5, 'owner')], 'held'],
  [
    'the newest word wins: the calendar’s',
    [booked, step('shown', 5, 'owner'), step('no_show', 6)],
    'no_show',
  ],
  ['the newest word wins: the owner’s', [booked, step('no_show', 6), step('shown', 7, 'owner')], 'held'],
  [
    'the newest word wins: the CRM’s',
    [booked, step('shown', 7, 'owner'), step('no_show', 8, 'crm')],
    'no_show',
  ],
  ['at one moment the owner’s', [booked, step('no_show', 7, 'crm'), step('shown', 7, 'owner')], 'held'],
  ['a no-show taken back is no proof', [booked, step('no_show', 5), step('shown', 6)], 'booked'],
  [
    'a no-show taken back leaves the owner’s word',
    [booked, step('cancelled', 4, 'owner'), step('no_show', 5), step('shown', 6)],
    'cancelled',
  ],
  ['what the calendar ends', [booked, step('cancelled', 4), step('no_show', 5)], 'cancelled'],
  ['moved by the owner’s word', [booked, step('moved', 4, 'owner')], 'rescheduled'],
  [
    'a new time after the CRM’s cancellation',
    [booked, step('cancelled', 4, 'crm'), step('rescheduled', 5)],
    'booked',
  ],
  [
    'the owner’s cancellation, a new time, and a no-show then',
    [booked, step('cancelled', 4, 'owner'), step('rescheduled', 5), step('no_show', 9, 'owner')],
    'no_show',
  ],
  [
    'the CRM’s cancellation after the new time',
    [booked, step('rescheduled', 5), step('cancelled', 6, 'crm')],
    'cancelled',
  ],
  [
    'a word that was taken back',
    [booked, step('no_show', 3), step('shown', 4, 'owner'), step('undone', 5, 'owner', 'owner shown 4')],
    'no_show',
  ],
])('%s', (_name, history, status) => {
  expect(bookingStatus(history)).toBe(status)
  expect(bookingStatus(history.toReversed())).toBe(status)
})
