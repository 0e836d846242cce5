import type { Browser, Page } from 'playwright-core'
import { openVisitor } from './chromium.ts'
import { signIn } from './owner-dashboard.ts'
import type { RunningProduct } from './running-product.ts'

/** The owner's browser, signed in and at the connections. */
export async function openConnections(
  browser: Browser,
  product: RunningProduct,
  size: { width: number; height: number },
) {
  const opened = await openVisitor(browser, { size, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130' })
  await signIn(opened.context, product.url)
  await opened.page.goto(`${product.url}/analytics?tab=connections&range=all`)
  await opened.page.getByRole('heading', { name: 'CRM', exact: true }).waitFor()
  return opened
}
/** The row of one vendor. */
export const row = (page: Page, vendor: string) => page.locator(`[data-vendor=${vendor}]`)

/** How a vendor's row says that the vendor stands. */
export const stateOf = (page: Page, vendor: string) => row(page, vendor).getAttribute('data-state')
