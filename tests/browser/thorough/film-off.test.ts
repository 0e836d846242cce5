// A sample of it is in tests/browser/training-video.test.ts.
import { expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { browseProduct } from '#support/browsed-product.ts'
import { comesAlive, openVisitor } from '#support/chromium.ts'

const site = await browseProduct({
  content: SiteContent.parse({ freetraining: { video: { source: 'off' } } }),
})

it('a page whose film is switched off promises none', async () => {
  const { context, page } = await openVisitor(site.browser)
  await page.goto(`${site.product.url}/freetraining`)
  await comesAlive(page)
  await page.getByText('The training will be here soon.').waitFor()
  for (const promise of ['Step 1: Watch The Video Below', '15 min', 'Limited Time Access'])
    expect(await page.getByText(promise, { exact: true }).count(), promise).toBe(0)
  await context.close()
})
