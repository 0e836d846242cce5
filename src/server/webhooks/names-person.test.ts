import { expect, test } from 'vitest'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { namesPerson } from './names-person.ts'

const ann = { emails: ['ann@x.com'], phones: ['+12025550199', '(202) 555-0199', '5550199'] }
const json = (value: unknown) => JSON.stringify(value)
const cal = (payload: object) => json({ triggerEvent: 'BOOKING_CREATED', payload })

test.each<[string, string, WebhookVendor?]>([
  ['an email of its own', json({ email: 'Ann@X.com' })],
  ['inside a text', json({ note: 'Write to <ann@x.com>.\nann@x.com, please' })],
  ['after a line break', json({ note: 'To:\nann@x.com' })],
  ['at the end of a sentence', json({ note: 'It is ann@x.com. Thanks' })],
  ['in an address', json({ link: 'https://cal.com/?email=ann%40x.com&name=Ann' })],
  ['with JSON’s signs for it', '{"email":"ann\\u0040x.com"}'],
  ['in JSON that was cut', '{"note":"To:\\nann@x.com'],
  ['in a form', 'name=Ann&email=ann%40x.com&agreed=yes'],
  ['a phone', json({ to_number: '+12025550199' })],
  ['a phone as it was typed', json({ phone: '(202) 555-0199' })],
  ['a phone in a form', 'phone=%28202%29+555-0199&name=Ann'],
  ['a phone in a form, with its country', 'phone=%2B12025550199'],
  [
    'the host who booked',
    cal({ organizer: { email: 'ann@x.com' }, attendees: [{ email: 'ann@x.com' }] }),
    'cal',
  ],
  ['another vendor’s organizer', json({ organizer: 'ann@x.com' })],
])('is about somebody: %s', (_what, body, vendor = 'voice') => {
  expect(namesPerson({ vendor, body }, ann)).toBe(true)
})

test.each<[string, string, WebhookVendor?]>([
  ['a longer name', json({ email: 'joann@x.com' })],
  ['a name with a part more', json({ email: 'jo.ann@x.com', other: 'jo+ann@x.com', third: 'jo-ann@x.com' })],
  ['a longer domain', json({ email: 'ann@x.company', other: 'ann@x.com.au', third: 'ann@x.com-mail.org' })],
  ['a longer name in a form', 'email=joann%40x.com'],
  ['a longer phone', json({ phone: '+120255501990', other: '+442025550199', id: 125550199 })],
  [
    'whose call it is',
    cal({
      organizer: { email: 'ann@x.com' },
      team: { members: [{ email: 'ann@x.com' }] },
      rescheduledBy: 'ann@x.com',
      attendees: [{ email: 'bo@x.com' }],
    }),
    'cal',
  ],
])('is about somebody else: %s', (_what, body, vendor = 'voice') => {
  expect(namesPerson({ vendor, body }, ann)).toBe(false)
})
