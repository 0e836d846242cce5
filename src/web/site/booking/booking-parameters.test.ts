import { describe, expect, it } from 'vitest'
import { bookingIn, lastParameters } from './booking-parameters.ts'

const read = (search: string) => bookingIn(lastParameters(search))

describe('a booking in an address', () => {
  it('is read as the calendar sends it', () => {
    const search =
      '?isSuccessBookingPage=true&email=grace%40example.com&uid=b1&title=Call%20with%20Ana&attendeeName=Grace+O&startTime=2026-11-23T18%3A00%3A00Z&location=integrations%3Adaily'
    expect(read(search)).toEqual({
      uid: 'b1',
      email: 'grace@example.com',
      attendeeName: 'Grace O',
      title: 'Call with Ana',
      startTime: '2026-11-23T18:00:00Z',
      location: 'integrations:daily',
      isSuccess: true,
      isMailed: true,
    })
  })

  it('takes the last of two emails, which is the one that booked', () => {
    expect(read('?email=prefilled%40b.co&email=booked%40b.co').email).toBe('booked@b.co')
  })

  it.each([
    ['once', 'email=ana%2B1%40b.co', 'ana+1@b.co'],
    ['twice', 'email=ana%252B1%2540b.co', 'ana+1@b.co'],
    ['three times', 'email=ana%25252B1%252540b.co', 'ana+1@b.co'],
    ['not at all', 'email=ana+1@b.co', 'ana+1@b.co'],
  ])('reads an email encoded %s', (_how, search, email) => {
    expect(read(`?${search}`).email).toBe(email)
  })

  it.each([
    ['a lone percent sign', 'title=100%25%20sure', '100% sure'],
    ['a broken escape', 'title=%E0%A4%A', '\uFFFD%A'],
    [
      'markup, as the text it is',
      'title=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
      '<img src=x onerror=alert(1)>',
    ],
    ['control characters, as spaces', 'title=a%00b%0Ac', 'a b c'],
  ])('keeps %s', (_what, search, title) => {
    expect(read(`?${search}`).title).toBe(title)
  })

  it('cuts what is endless', () => {
    expect(read(`?title=${'x'.repeat(5000)}`).title).toHaveLength(300)
    expect(read(`?attendeeName=${'x'.repeat(299)}😀`).attendeeName).toBe('x'.repeat(299))
  })

  it('is no success unless the flag is the text true, and empty where nothing was sent', () => {
    expect(read('').isSuccess).toBe(false)
    expect(read('?isSuccessBookingPage=True').isSuccess).toBe(false)
    expect(read('')).toMatchObject({ uid: '', email: '', title: '' })
  })
})
