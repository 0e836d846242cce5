import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityProblems, isWiderThanWindow, openChromium, openVisitor } from '#support/chromium.ts'
import { ownerPassword } from '#support/running-product.ts'
import { shareOf } from '#support/share-of.ts'
import { calBooking, checkoutEvent, formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { calCall, stripeCall, typeformCall, voiceCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
let browser: Browser

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

beforeAll(async () => {
  product = await runWebhookProduct()
  const ada = product.browser()
  await ada.post('/api/visitors/page-view', { path: '/meme?utm_source=tiktok', title: 'A meme' })
  await ada.post('/api/capture-lead', {
    name: 'Ada Kern',
    email: 'ada@example.com',
    phone: '202-555-0143',
    page: '/meme',
  })
  await ada.post('/api/process-typeform-completion', { email: 'ada@example.com', page: '/thankyoucall' })
  const reference = await product.leadIdOf('ada@example.com')
  const call = { callId: 'c', leadId: reference }
  const end = { durationSec: 184, recordingUrl: 'https://calls.example/c.mp3' }
  await product.tell(
    typeformCall(formResponse({ token: 't', submittedAt: later(4), email: 'ada@example.com' })),
    voiceCall({ ...call, status: 'answered', at: later(5) }),
    voiceCall({
      ...call,
      ...end,
      status: 'ended',
      at: later(9),
      summary: 'Runs a vet practice, wants to start in January.',
    }),
    calCall(calBooking('BOOKING_CREATED', { uid: 'a', createdAt: later(12) })),
    calCall(
      calBooking('BOOKING_RESCHEDULED', { uid: 'b', createdAt: later(600), more: { rescheduleUid: 'a' } }),
    ),
    calCall(
      calBooking('BOOKING_CANCELLED', {
        uid: 'b',
        createdAt: later(700),
        more: { cancellationReason: 'Fell ill, will book again next week' },
      }),
    ),
    stripeCall(
      checkoutEvent('checkout.session.completed', {
        eventId: 'evt_1',
        session: 'cs_1',
        at: later(1500),
        email: 'ada.kern@a-firm-with-a-long-name.example',
        reference,
      }),
    ),
  )
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
})

it.each(
  shareOf([
    ['phone', { width: 390, height: 844 }],
    ['desk', { width: 1280, height: 800 }],
  ]),
)('shows on a %s what vendors verify, and by whom each thing is known', async (_name, size) => {
  const { page, context } = await openVisitor(browser, {
    size,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130',
  })
  await page.goto(`${product.url}/analytics?tab=leads`)
  await page.getByPlaceholder('Enter access code').fill(ownerPassword)
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await page.getByRole('link', { name: 'Ada Kern' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('link', { name: 'Customer Journey' }).click()
  for (const words of [
    'Sent the application',
    'on /thankyoucall · confirmed by the application form',
    'Answered the AI call',
    'AI call ended',
    'Runs a vet practice, wants to start in January.',
    'Booked a call',
    'Moved the call',
    'The call was cancelled',
    'Paid · $2,497.00',
    'as ada.kern@a-firm-with-a-long-name.example · confirmed by the checkout · matched by our own ID',
  ])
    await dialog.getByRole('listitem').getByText(words, { exact: true }).waitFor()
  // Each thing once: what the browser claimed stands with what the form confirms.
  expect(await dialog.getByText('Applied', { exact: true }).count()).toBe(0)
  const applied = dialog.getByRole('listitem').filter({ hasText: 'Sent the application' })
  expect(await applied.getByText('VH03 - Filled Application').count()).toBe(1)
  await dialog.getByText('All 4 answers').click()
  await dialog.getByText('A booking app for vets').waitFor()
  expect(await dialog.getByRole('link', { name: 'Listen to the call' }).getAttribute('href')).toBe(
    'https://calls.example/c.mp3',
  )
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await isWiderThanWindow(page)).toBe(false)
  await context.close()
})
