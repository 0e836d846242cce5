import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openConnections, row } from '#support/connections-page.ts'
import { expectSound } from '#support/owner-dashboard.ts'
import { shareOf } from '#support/share-of.ts'
import { webhookSecrets } from '#support/webhook-senders.ts'

const { VOICE_WEBHOOK_SECRET, TYPEFORM_WEBHOOK_SECRET, CAL_WEBHOOK_SECRET } = webhookSecrets
const secrets = { VOICE_WEBHOOK_SECRET, TYPEFORM_WEBHOOK_SECRET, CAL_WEBHOOK_SECRET }
const place = await browseProduct({
  environment: { ...secrets, VOICE_WEBHOOK_URL: 'http://127.0.0.1:9/calls' },
})

it.each(
  shareOf([
    ['handheld', { width: 390, height: 844 }],
    ['desk', { width: 1280, height: 800 }],
  ] as const),
)('the owner tests the way of each vendor that delivers (%s)', async (_device, size) => {
  const { page, context } = await openConnections(place.browser, place.product, size)
  for (const [vendor, name] of [
    ['typeform', 'Application form'],
    ['cal', 'Calendar'],
    ['voice', 'Voice agent'],
  ] as const) {
    await row(page, vendor)
      .getByRole('button', { name: `Test ${name}` })
      .click()
    const told = row(page, vendor).getByRole('status')
    await told.getByText('PUBLIC_URL is not set. On this machine itself the secret').waitFor()
  }
  await row(page, 'voice').getByText('anything that reaches it makes the agent call somebody').waitFor()
  expect(await row(page, 'stripe').getByRole('button', { name: 'Test' }).count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await expectSound(page)
  }
  await context.close()
})
