import type { Browser, Page } from 'playwright-core'
import { openDashboard as openOwnerDashboard } from './owner-dashboard.ts'
import type { RunningProduct } from './running-product.ts'

/** The owner's two screens. */
export const screens = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

/** The owner's browser, signed in and at an address of the dashboard. */
export const openDashboard = (
  browser: Browser,
  product: RunningProduct,
  search: string,
  screen: keyof typeof screens,
) => openOwnerDashboard(browser, product.url, { size: screens[screen], search })

/** Waits for a notice. */
export const toast = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).first().waitFor()

/** Waits until the draft is saved. */
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()

/** Publishes what is changed and waits until it is public. */
export async function publish(page: Page) {
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await toast(page, 'Published')
}
