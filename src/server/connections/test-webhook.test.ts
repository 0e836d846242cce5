import { expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { testAnswer } from '#server/webhooks/test-delivery.ts'
import { testWebhook } from './test-webhook.ts'
import { webhookTestMessage } from './webhook-test-message.ts'

const id = '0193a0f0-0000-7000-8000-000000000001'
const secret = 'cal-secret-0123456789'
const press = (siteUrl: string, here = { status: 200, text: testAnswer(id) }) =>
  testWebhook(
    {
      clock: systemClock,
      newId: () => id,
      outside: { allowsLoopback: false, clock: systemClock },
      setup: { siteUrl, isAddressKnown: true },
      answerHere: async () => here,
      secretOf: () => secret,
    },
    'cal',
  )
const works = 'On this machine itself the secret and the signature work.'

test('only an address on the internet is called, and why not is said', async () => {
  expect(await press('https://10.1.2.3')).toEqual({
    success: false,
    message: `Cal.com cannot reach this machine: PUBLIC_URL (10.1.2.3) leads into a private network. ${works}`,
  })
  expect(await press('http://coach.example.com')).toEqual({
    success: false,
    message: `PUBLIC_URL starts with http://. Put https in front of the site and set PUBLIC_URL to that address. ${works}`,
  })
  expect((await press('https://nowhere.invalid')).message).toMatch(
    /^The site could not be reached at nowhere\.invalid: its name leads nowhere\. Check PUBLIC_URL/,
  )
})

test('a failure of this machine itself is said, too', async () => {
  expect((await press('https://10.1.2.3', { status: 503, text: '{}' })).message).toMatch(
    /On this machine itself the test was not accepted either \(status 503\)\.$/,
  )
})

test('a name that this server knows by a private address says nothing about the rest of the world', () => {
  const tried = { what: 'private-from-here', host: 'coach.example.com', status: null } as const
  expect(webhookTestMessage('stripe', tried)).toEqual({
    success: false,
    message: `Seen from this server, coach.example.com leads into a private network, so the way from the internet could not be tried. ${works}`,
  })
})

test('a test that was accepted promises nothing about the secret at the vendor', () => {
  expect(webhookTestMessage('stripe', { what: 'accepted', host: 'coach.example.com' })).toEqual({
    success: true,
    message:
      'The site was reached at coach.example.com, and the signature was accepted. The first delivery will show whether Stripe has the same secret.',
  })
})
