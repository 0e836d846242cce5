import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { browseProduct } from '#support/browsed-product.ts'
import { openDashboard, windowsOfRun } from '#support/owner-dashboard.ts'

const browsed = await browseProduct()

/** The scripts that a page has loaded, with their compressed bytes. */
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  )

it.each(windowsOfRun)(
  'the first view takes at most 250 KB of script %s, and a dialog brings its own',
  async (_device, size) => {
    const { page, context } = await openDashboard(browsed.browser, browsed.product.url, {
      size,
      search: '?tab=overview&range=all',
    })
    await page.getByText('No visits in this period').waitFor()
    const first = await scripts(page)
    expect(first.length).toBeGreaterThan(0)
    for (const { name, bytes } of first) expect(bytes, name).toBeGreaterThan(0)
    expect(first.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(250_000)

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('dialog').waitFor()
    const names = first.map(({ name }) => name)
    const later = (await scripts(page)).filter(({ name }) => !names.includes(name))
    expect(later.map(({ name }) => new URL(name).pathname)).toContainEqual(
      expect.stringContaining('settings-dialog'),
    )
    await context.close()
  },
)
