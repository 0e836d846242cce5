import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium } from '#support/chromium.ts'
import { openConnections, row, stateOf } from '#support/connections-page.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { toast } from '#support/site-editor.ts'
import { calBooking } from '#support/webhook-bodies.ts'
import { calCall, deliver, webhookSecrets } from '#support/webhook-senders.ts'

const token = 'pit-11111111-2222-3333-4444-55555555a1f3'
const locationId = 've9EPM428h8vShlRW1KT'
const desk = { width: 1280, height: 800 }
const handheld = { width: 390, height: 844 }

let product: RunningProduct
let crm: CrmServer
let browser: Browser

beforeAll(async () => {
  crm = await startCrmServer({ token, locationId })
  product = await runProduct({
    retryDelaySeconds: 1,
    environment: {
      GHL_BASE_URL: crm.url,
      STRIPE_WEBHOOK_SECRET: webhookSecrets.STRIPE_WEBHOOK_SECRET,
      PUBLIC_URL: 'http://localhost:3000',
    },
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await crm?.stop()
})

const inBothLights = async (page: Parameters<typeof expectSound>[0]) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await expectSound(page)
  }
}

it.each(
  shareOf([
    ['phone', handheld],
    ['desk', desk],
  ] as const),
)('the owner connects a CRM, changes it and removes it (%s)', async (_device, size) => {
  const { page, context, problems } = await openConnections(browser, product, size)
  const own = row(page, 'crm')
  await expect.poll(() => stateOf(page, 'crm')).toBe('not-connected')
  await inBothLights(page)
  await own.getByRole('button', { name: 'Connect CRM' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Connect GoHighLevel' })
  await form.getByText('Settings → Private Integrations').waitFor()
  await form.getByLabel('Token').fill('pit-22222222-another-token')
  await form.getByLabel('Location id').fill(`https://app.gohighlevel.com/v2/location/${locationId}/dashboard`)
  await page.keyboard.press('Enter')
  await form.getByText('does not accept this token').waitFor()
  expect(await form.getByLabel('Token').getAttribute('aria-invalid')).toBe('true')
  await inBothLights(page)
  await form.getByLabel('Token').fill(` "Bearer ${token}" `)
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The CRM answers and accepts this token and location.')
  await form.waitFor({ state: 'detached' })
  await own.getByText('set, ends in …a1f3').waitFor()
  await own.getByRole('button', { name: 'Test CRM' }).click()
  await own.getByText('The CRM answers').waitFor()
  expect(await page.content()).not.toContain(token)
  await inBothLights(page)

  await own.getByRole('button', { name: 'Change CRM' }).click()
  await form.getByText('Now set, ends in …a1f3. Leave it empty to keep it.').waitFor()
  await page.keyboard.press('Escape')
  await own.getByRole('button', { name: 'Remove… CRM' }).focus()
  await page.keyboard.press('Enter')
  await own.getByText('Leads and tags are no longer sent there').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Keep')
  await inBothLights(page)
  await own.getByRole('button', { name: 'Remove it' }).click()
  await toast(page, 'Removed')
  await own.getByText('Not connected').waitFor()
  await expect.poll(() => own.getByText('The CRM answers').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Connect CRM')
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await context.close()
})

it.each(
  shareOf([
    ['phone', handheld],
    ['desk', desk],
  ] as const),
)('a secret is made, copied, and the first call is seen coming (%s)', async (device, size) => {
  const { page, context } = await openConnections(browser, product, size)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const own = row(page, 'cal')
  await own.getByRole('button', { name: 'Connect Calendar' }).click()
  const form = page.getByRole('dialog', { name: 'Connect Cal.com' })
  await form.getByRole('button', { name: 'Make one for me' }).click()
  await form.getByRole('button', { name: 'Copy the secret' }).click()
  await form.getByRole('button', { name: 'the secret copied' }).waitFor()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^[A-Za-z2-9]{32}$/)
  await form.getByRole('button', { name: 'Copy the address for Calendar' }).click()
  await form.getByRole('button', { name: 'the address for Calendar copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/api\/webhooks\/cal$/)
  await inBothLights(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  if (device === 'desk') await own.getByText('Waiting for the first call from Cal.com').waitFor()
  expect(await page.content()).not.toContain(secret)
  const booking = (uid: string) => calBooking('BOOKING_CREATED', { uid, createdAt: '2026-11-20T10:00:00Z' })
  expect((await deliver(product.url, calCall(booking(`fine ${device}`), secret))).status).toBe(200)
  await own.getByText('signature fine').waitFor()
  await waitFor('a second that is not the refusals’ last', async () => {
    const answer = await deliver(product.url, calCall(booking('wrong'), 'x'.repeat(20)))
    return answer.status === 403
  })
  await own.getByText('it was signed with another secret').waitFor()
  await inBothLights(page)
  await own.getByRole('button', { name: 'Remove… Calendar' }).click()
  await own.getByRole('button', { name: 'Remove it' }).click()
  await own.getByText('Not connected').waitFor()
  await context.close()
})

ordinaryTest(
  'what is set on the server is named and has no form; who does what stands above all',
  async () => {
    const { page, context } = await openConnections(browser, product, handheld)
    const stripe = row(page, 'stripe')
    await stripe.getByText('STRIPE_WEBHOOK_SECRET', { exact: true }).waitFor()
    expect(await stripe.getByRole('button', { name: /Connect|Change|Remove/ }).count()).toBe(0)
    const list = page.getByRole('region', { name: 'Who does what' })
    for (const [job, by] of [
      ['film', 'ours'],
      ['application', 'ours'],
      ['calendar', 'ours'],
      ['mail', 'nobody'],
    ])
      expect(await list.locator(`[data-job=${job}]`).getAttribute('data-by')).toBe(by)
    await list.getByRole('link', { name: 'Settings for: Books the calls' }).click()
    await page.waitForURL(/page=booked-calls/)
    await context.close()
  },
)

thoroughTest('an address that starts calls can be taken out again without the secret', async () => {
  const { page, context } = await openConnections(browser, product, desk)
  const own = row(page, 'voice')
  await own.getByRole('button', { name: 'Connect Voice agent' }).click()
  const form = page.getByRole('dialog', { name: 'Connect a voice agent' })
  await form.getByLabel('Secret', { exact: true }).fill('voice-entered-0123456789')
  await form.getByLabel('Address that starts a call (optional)').fill('https://10.0.0.1/calls')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('leads into a private network').waitFor()
  await form
    .getByLabel('Address that starts a call (optional)')
    .fill('https://agent.example.com/calls/9f8e7d')
  await form.getByRole('button', { name: 'Save' }).click()
  await own.getByText('set at agent.example.com, ends in …8e7d', { exact: true }).waitFor()
  await expectSound(page)
  await own.getByRole('button', { name: 'Change Voice agent' }).click()
  await form.getByRole('button', { name: 'Take it out' }).click()
  await form.getByText('It is taken out when you save.').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await own.getByText('not set').waitFor()
  await context.close()
})

thoroughTest('a token for ads says that the pixel’s number is missing, and leads to it', async () => {
  const { page, context } = await openConnections(browser, product, handheld)
  const own = row(page, 'meta')
  await own.getByRole('button', { name: 'Connect Ads' }).click()
  const form = page.getByRole('dialog', { name: 'Report to Meta from the server' })
  await form.getByLabel('Access token').fill('123456789012345')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('this is a number, such as the id of a pixel').waitFor()
  await inBothLights(page)
  await form.getByLabel('Access token').fill('EAAentered0123456789a1f3')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await own.getByText('the pixel’s number is missing').waitFor()
  await inBothLights(page)
  await own.getByRole('link', { name: 'Enter it in Site → Pixel' }).click()
  await page.waitForURL(/page=pixel/)
  await context.close()
})
