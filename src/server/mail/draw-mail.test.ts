import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { drawMail, type MailValues } from './draw-mail.ts'

const content = SiteContent.parse({ brand: { coach: 'Ana', name: 'Acme', accent: '#14532d' } })
const values: MailValues = {
  name: 'Ada Kern',
  when: 'Tuesday, 1 December, 10:00 (Berlin)',
  link: 'https://meet.example/abc?a=1&b=2',
  move: 'https://coach.example/booking/t1',
  cancel: 'https://coach.example/booking/t1?cancel',
}
const drawn = (kind: Parameters<typeof drawMail>[1], given: Partial<MailValues> = {}, from = content) => {
  const mail = drawMail(from, kind, { ...values, ...given })
  if (!mail) throw new Error('it is switched off')
  return mail
}

test('a mail says who, when and where, and its lines that end in a link are links', () => {
  const { subject, text, html } = drawn('confirmed')
  expect(subject).toBe('Your call with Ana is booked')
  expect(text).toContain('Hi Ada Kern,')
  expect(text).toContain('\n\nTuesday, 1 December, 10:00 (Berlin)\n\n')
  expect(text).toContain('Join the call: https://meet.example/abc?a=1&b=2\n')
  expect(text).toContain('\n--\nYou’re receiving this email because you booked a call with Ana.')
  expect(html).toContain('<a href="https://meet.example/abc?a=1&amp;b=2"')
  expect(html).toContain('>Join the call</a>')
  expect(html).toContain('>Pick another time</a><br>')
  expect(html).toContain('#14532d')
  // An address that stands there in full would make the mail wider than a phone.
  expect(html).toContain('overflow-wrap:anywhere')
  expect(text + html).not.toMatch(/\{\w+\}/)
})

test('a line that is only a link is one, with its address for words', () => {
  const own = SiteContent.parse({
    mails: { moved: { text: 'Join here:\n{link}\n\nOr elsewhere:\n{move}.' } },
  })
  const { text, html } = drawn('moved', {}, own)
  expect(text).toContain(`Join here:\n${values.link}\n\nOr elsewhere:\n${values.move}\n`)
  expect(html).toMatch(
    /<a [^>]*href="https:\/\/meet\.example\/abc\?a=1&amp;b=2"[^>]*>https:\/\/meet\.example\/abc/,
  )
  expect(html).toMatch(/<a [^>]*href="https:\/\/coach\.example\/booking\/t1"[^>]*>https:\/\/coach/)
  const alone = SiteContent.parse({ mails: { moved: { text: '{link}' } } })
  expect(drawn('moved', { link: undefined }, alone).html).not.toContain('<a ')
})

test.each(['confirmed', 'moved', 'cancelled', 'dayBefore', 'hourBefore'] as const)(
  '“%s” stands without any of its links',
  (kind) => {
    const { subject, text, html } = drawn(kind, { link: undefined, move: undefined, cancel: '' })
    expect(subject + text + html).not.toMatch(/\{\w+\}|undefined/)
    expect(text).not.toMatch(/Join|Pick another time:|Cancel the call|Book another call/)
    expect(html).not.toContain('<a ')
    expect(text).toContain(values.when)
  },
)

test('a name that is cut loses no half of a character', () => {
  const { text } = drawn('confirmed', { name: `${'A'.repeat(79)}😀 Kern` })
  expect(text).toContain(`Hi ${'A'.repeat(79)},`)
})

test('a mail that is switched off is none', () => {
  const off = SiteContent.parse({ mails: { dayBefore: { isSent: false } } })
  expect(drawMail(off, 'dayBefore', values)).toBeNull()
  expect(drawMail(off, 'hourBefore', values)).not.toBeNull()
})

test('nobody is named before the owner has a name', () => {
  const { subject, text, html } = drawn('confirmed', {}, SiteContent.parse({}))
  expect(subject).toBe('Your call with our team is booked')
  expect(text + html).not.toMatch(/Your Coach|Your Brand/)
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['" onmouseover="x', '&quot; onmouseover=&quot;x'],
  ['O’Neil & Søn', 'O’Neil &amp; Søn'],
  ['{cancel} {link}', '{cancel} {link}'],
  ['Ada\r\nBcc: victims', 'Ada Bcc: victims'],
  ['\u202Enrek', 'nrek'],
])('the name %s is text', (name, shown) => {
  const { text, html, subject } = drawn('confirmed', { name })
  expect(html).toContain(`Hi ${shown},`)
  expect(html).not.toContain('<script')
  expect(text + html + subject).not.toMatch(/[\r\u202E]/)
})

test.each(['Win at https://evil.example', 'www.evil.example', 'evil.example/x', 'me@evil.example'])(
  'nobody writes to others by the name %s',
  (name) => {
    const { text, html } = drawn('confirmed', { name })
    expect(text).toContain('Hi,\n')
    expect(text + html).not.toContain('evil')
  },
)

test('a link is a web address, or it is left out', () => {
  for (const link of ['javascript:alert(1)', 'https://x.example/" onclick="y', 'data:text/html,x']) {
    const { text, html } = drawn('confirmed', { link })
    expect(text + html).not.toMatch(/javascript|onclick|data:/)
  }
})

test('the owner’s own words are text as well', () => {
  const own = SiteContent.parse({
    mails: { moved: { subject: 'New {when}', text: 'See <b>{when}</b>, or {link} and {move}\n\n\n\nLast' } },
  })
  const { subject, text, html } = drawn('moved', {}, own)
  expect(subject).toBe(`New ${values.when}`)
  expect(text).toContain(`See <b>${values.when}</b>, or ${values.link} and ${values.move}\n\nLast`)
  expect(html).toContain('See &lt;b&gt;')
})
