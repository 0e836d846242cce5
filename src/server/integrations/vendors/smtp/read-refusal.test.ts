import { expect, test } from 'vitest'
import { blamedBy } from './read-refusal.ts'

const atAnyStep = ['MAIL FROM', 'RCPT TO', 'DATA']

test.each([
  '553 5.7.1 <coach@example.com>: Sender address rejected: not owned by user ads@example.com',
  '550 5.1.8 Access denied, bad outbound sender',
  '501 5.1.7 Invalid address',
  '554 5.2.252 SendAsDenied; ads@example.com not allowed to send as coach@example.com',
  '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
  '550 5.7.708 Access denied, traffic not accepted from this IP.',
  '550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains.',
  '550-Verification failed for <coach@example.com>\n550 Sender verify failed',
  '554 Message rejected: Email address is not verified.',
  '550 5.7.1 The From address is not verified',
  '554 5.7.1 <ada@example.org>: Relay access denied',
  '550 relay not permitted',
  '553 Relaying disallowed as coach@example.com',
])('our sender is refused, at any step: %s', (response) => {
  expect(atAnyStep.map((step) => blamedBy(response, step))).toEqual(['sender', 'sender', 'sender'])
})

test.each([
  '550 5.4.5 Daily user sending quota exceeded. Please try later',
  '550-5.4.5 Daily user sending limit exceeded. For more\n550 5.4.5 information go to example.com',
  '454 Throttling failure: Daily message quota exceeded.',
  '454 Throttling failure: Maximum sending rate exceeded.',
  '421-4.7.28 Our system has detected an unusual rate of mail',
  '450 4.7.1 Error: too much mail from 192.0.2.1',
  '451 4.7.1 rate limit exceeded, try again later',
  '550 5.7.705 Access denied, tenant has exceeded threshold.',
  '550 5.1.90 You have reached your limit for message recipients',
  '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException',
  '550 Domain example.com has exceeded the max emails per hour (150/100) allowed. Message discarded.',
  '450 Requested mail action not taken: mail send limit exceeded',
])('we have sent too much, at any step: %s', (response) => {
  expect(atAnyStep.map((step) => blamedBy(response, step))).toEqual(['amount', 'amount', 'amount'])
})

test.each([
  ['550 5.1.1 no such user ada@example.org', 'recipient'],
  ['550-5.1.1 The email account that you tried to reach does not exist.', 'recipient'],
  ['550 5.2.1 mailbox disabled', 'recipient'],
  ['550 no mailbox by that name', 'recipient'],
  ['553 5.7.1 not wanted', 'other'],
  ['550 5.7.1 message rejected as spam', 'other'],
  ['552 5.2.2 mailbox over quota', 'other'],
  ['550 5.2.1 The user is receiving mail at a rate that prevents additional messages', 'other'],
  ['552 5.3.4 message size exceeds fixed limit', 'other'],
  ['452 4.2.2 user quota exceeded', 'other'],
  ['450 4.2.0 greylisted, come back later', 'other'],
  ['421 4.7.0 too many connections, come back later', 'other'],
])('said of the recipient: %s is about %s', (response, blamed) => {
  expect(blamedBy(response, 'RCPT TO')).toBe(blamed)
})

test('that there is no such mailbox is believed of the recipient’s step alone', () => {
  expect(blamedBy('550 5.1.1 no such user', 'DATA')).toBe('other')
  expect(blamedBy('550 no', 'MAIL FROM')).toBe('sender')
  expect(blamedBy('451 4.3.0 try again later', 'MAIL FROM')).toBe('other')
})
