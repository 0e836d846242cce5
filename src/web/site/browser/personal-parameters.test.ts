import { describe, expect, it } from 'vitest'
import { isPersonal, partedQuery, reportableAddress } from './personal-parameters.ts'

describe('personal parameters', () => {
  it.each([
    ['email', 'a'],
    ['E-Mail', 'a'],
    ['phone_number', '1'],
    ['first_name', 'Ana'],
    ['attendeeName', 'Ana'],
    ['name', 'Ana'],
    ['user', 'ana@example.com'],
    ['user', 'ana%2540example.com'],
    // A booking's title names who booked, its notes are theirs, and its uid would let anyone cancel it.
    ['title', '15 min between Coach and Ana'],
    ['description', 'about my divorce'],
    ['location', '+1 202 555 0143'],
    ['uid', 'b1'],
  ])('%s=%s says who someone is', (key, value) => {
    expect(isPersonal(key, value)).toBe(true)
  })

  it.each([
    ['utm_source', 'email'],
    ['utm_campaign', 'name-your-price'],
    ['hostName', 'Coach'],
    ['eventTypeSlug', '15min'],
  ])('%s=%s does not', (key, value) => {
    expect(isPersonal(key, value)).toBe(false)
  })

  it('leave the address with everything else kept, and are handed on', () => {
    expect(partedQuery('?utm_source=ig&email=a%40b.co&phone=%2B1&fbclid=AbC')).toEqual({
      search: '?utm_source=ig&fbclid=AbC',
      personal: { email: 'a@b.co', phone: '+1' },
    })
    expect(partedQuery('?email=a%40b.co').search).toBe('')
  })

  it('take the last of two values, which is the one that booked', () => {
    expect(partedQuery('?email=prefilled@b.co&email=booked@b.co').personal.email).toBe('booked@b.co')
  })

  it('do not touch an address without them, however it is encoded', () => {
    expect(partedQuery('?utm_term=a+b%20c').search).toBe('?utm_term=a+b%20c')
  })

  it('never stand in a reported address or referrer', () => {
    expect(reportableAddress('https://coach.example/x?email=a%40b.co&utm_source=ig#access')).toBe(
      'https://coach.example/x?utm_source=ig',
    )
    expect(reportableAddress('/terms')).toBe('/terms')
  })
})
