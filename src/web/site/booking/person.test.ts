import { describe, expect, it } from 'vitest'
import { fullName, isReachable, personIn } from './person.ts'

const nobody = { first_name: '', last_name: '', email: '', phone: '' }

describe('the person in an address', () => {
  it.each([
    [
      'the form’s own names',
      { first_name: 'Ana', last_name: 'de la Cruz', phone_number: '+1 202' },
      'Ana',
      'de la Cruz',
    ],
    ['a full name', { name: 'Ana María Cruz' }, 'Ana', 'María Cruz'],
    ['a first name alone', { 'First Name': 'Ana' }, 'Ana', ''],
    ['a first name beside a full one', { firstName: 'Ana', name: 'Somebody Else' }, 'Ana', ''],
    ['the calendar’s attendee', { attendeeName: 'Cher' }, 'Cher', ''],
  ])('is read from %s', (_what, parameters, first, last) => {
    expect(personIn(parameters)).toMatchObject({ first_name: first, last_name: last })
  })

  it('has an email or a phone, whatever they are called', () => {
    expect(personIn({ 'E-Mail': ' Ana@Example.com ', tel: '1' })).toEqual({
      ...nobody,
      email: 'Ana@Example.com',
      phone: '1',
    })
    expect(isReachable(personIn({ mobile: '1' }))).toBe(true)
    expect(isReachable(personIn({ name: 'Ana' }))).toBe(false)
  })

  it('gets the plus of an email back that the query string took', () => {
    expect(personIn({ email: 'ana 1@example.com' }).email).toBe('ana+1@example.com')
  })

  it('has a full name again', () => {
    expect(fullName({ ...nobody, first_name: 'Ana', last_name: 'Cruz' })).toBe('Ana Cruz')
    expect(fullName(nobody)).toBe('')
  })
})
