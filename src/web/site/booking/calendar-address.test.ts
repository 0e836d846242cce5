import { describe, expect, it } from 'vitest'
import { calendarFrameAddress, calendarOrigin, calendarPage } from './calendar-address.ts'

const ana = { name: 'Ana María', email: 'ana+1@example.com' }

describe('the calendar’s address', () => {
  it('in a frame is the embedded month view with name, email and metadata', () => {
    const address = new URL(
      calendarFrameAddress('https://calendar.example/coach/call', ana, {
        page: '/bookstrategy',
        utm_source: 'ig',
      }),
    )
    expect(address.origin + address.pathname).toBe('https://calendar.example/coach/call/embed')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      embed: '',
      layout: 'month_view',
      theme: 'light',
      overlayCalendar: 'true',
      'metadata[page]': '/bookstrategy',
      'metadata[utm_source]': 'ig',
      name: 'Ana María',
      email: 'ana+1@example.com',
    })
  })

  it.each([
    ['https://calendar.example/coach/call/', 'https://calendar.example/coach/call/embed'],
    ['https://calendar.example/coach/call/embed', 'https://calendar.example/coach/call/embed'],
    ['https://cal.com/coach/15min', 'https://app.cal.com/coach/15min/embed'],
  ])('%s is framed as %s', (link, framed) => {
    const address = new URL(calendarFrameAddress(link, {}, {}))
    expect(address.origin + address.pathname).toBe(framed)
    expect(address.origin).toBe(calendarOrigin(link))
  })

  it('keeps what the owner put into the link, and leaves out what nobody knows', () => {
    const address = new URL(
      calendarFrameAddress('https://calendar.example/c/x?duration=30', { email: '' }, {}),
    )
    expect(address.searchParams.get('duration')).toBe('30')
    expect(address.searchParams.has('email')).toBe(false)
  })

  it('by itself is the booking page as the owner gave it, filled in', () => {
    expect(calendarPage('https://cal.com/coach/15min', ana)).toBe(
      'https://cal.com/coach/15min?name=Ana+Mar%C3%ADa&email=ana%2B1%40example.com',
    )
    expect(calendarPage('https://cal.com/coach/15min', {})).toBe('https://cal.com/coach/15min')
  })
})
