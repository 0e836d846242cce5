import { expect, test } from 'vitest'
import { maskPersonalData } from './mask-personal-data.ts'

test.each([
  ['an email', 'anna.k+ads@example.com is taken', '[email] is taken'],
  ['an email in quotes', '"anna@example.com" is taken', '"[email]" is taken'],
  ['a phone in E.164', 'phone +12025550143 is invalid', 'phone [phone] is invalid'],
  ['a phone as people write it', 'call (202) 555-0143 now', 'call [phone] now'],
  ['a private integration token', 'token pit-0af1-22bc-33 was revoked', 'token [token] was revoked'],
  ['a bearer token', 'sent Bearer s3cr3t.value there', 'sent Bearer [token] there'],
  ['a contact id that has digits', 'Contact with id 8Xk20255501430aB not found', null],
  ['a mail server’s status', '554 5.2.252 SendAsDenied', null],
  ['a phone after such a status', '550 5.1.1 2025550143 is none', '550 5.1.1 [phone] is none'],
  ['a status and a duration', 'answered 503 after 10000 ms', null],
])('%s', (_name, text, masked) => {
  expect(maskPersonalData(text)).toBe(masked ?? text)
})

test('a known name is masked as a word, whatever its case, and never inside another word', () => {
  expect(maskPersonalData('ann is not Annual (Ann)', ['Ann'])).toBe('[name] is not Annual ([name])')
  expect(maskPersonalData('J.* (x) came', ['J.* (x)'])).toBe('[name] came')
})
