import { expect, it } from 'vitest'
import { mailLink, takesMail, telLink } from './contact-links.ts'

it('dials E.164 and nothing else', () => {
  expect(telLink('+12025550143')).toBe('tel:+12025550143')
  for (const odd of ['*21*2025550143#', '202-555-0143', '+1;ext=5', '+0123', 'call me', '', null, undefined])
    expect(telLink(odd)).toBeUndefined()
})

it('writes to nobody who was erased', () => {
  expect(takesMail('erased-5b1c@erased.invalid')).toBe(false)
  expect(takesMail('')).toBe(false)
  expect(takesMail('erased@example.com')).toBe(true)
})

it('writes to one address only', () => {
  expect(mailLink('ada@example.com')).toBe('mailto:ada@example.com')
  expect(mailLink('ada+ads@example.com')).toBe('mailto:ada%2Bads@example.com')
  expect(mailLink('a?cc=eve@evil.example&subject=hi@example.com')).toBe(
    'mailto:a%3Fcc%3Deve%40evil.example%26subject%3Dhi@example.com',
  )
})
