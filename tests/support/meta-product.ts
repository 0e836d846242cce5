import { randomUUID } from 'node:crypto'
import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from './eventually.ts'
import { type MetaServer, startMetaServer } from './meta-server.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'
import { webhookSecrets } from './webhook-senders.ts'

const pixelId = '123456789012345'
const token = 'EAAtest0123456789'

/** What an Instagram browser calls itself. */
export const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 350.0'

/** The product with a pixel, connected to a simulated Meta. */
export type MetaProduct = RunningProduct & {
  meta: MetaServer
  environment: Record<string, string>
  content: SiteContent
  /** A browser that has come by an ad. */
  visitor(options?: {
    timezone?: string
    query?: string
    headers?: Record<string, string>
  }): Promise<TestBrowser>
  /** Claims an event as the page does, and returns its id. */
  claim(browser: TestBrowser, path: string, eventName: string, more?: object): Promise<string>
  ledger(): Promise<Record<string, unknown>[]>
  /** Waits until no event waits any more. */
  settled(patienceMs?: number): Promise<void>
}

/** Starts the product and the Meta it reports to. */
export async function runMetaProduct(
  options: {
    pixel?: object
    laterAfterSeconds?: number
    readOutcomesEveryMs?: number
    environment?: Record<string, string>
  } = {},
): Promise<MetaProduct> {
  const meta = await startMetaServer({ pixelId, token })
  const environment = {
    META_ACCESS_TOKEN: token,
    META_BASE_URL: meta.url,
    ...webhookSecrets,
    ...options.environment,
  }
  const content = SiteContent.parse({ pixel: { id: pixelId, ...options.pixel } })
  const product = await runProduct({
    content,
    environment,
    retryDelaySeconds: 1,
    laterAfterSeconds: options.laterAfterSeconds ?? 1,
    ...(options.readOutcomesEveryMs !== undefined && { readOutcomesEveryMs: options.readOutcomesEveryMs }),
  })
  return {
    ...product,
    meta,
    environment,
    content,
    async visitor({ timezone = 'America/Denver', query = '', headers } = {}) {
      const browser = product.browser(phoneAgent, headers)
      await browser.post('/api/visitors/track', { path: `/${query}`, timezone })
      return browser
    },
    async claim(browser, path, eventName, more = {}) {
      const eventId = randomUUID()
      const { body } = await browser.post('/api/visitors/pixel-event', { eventId, eventName, path, ...more })
      return body.isNew ? eventId : ''
    },
    ledger: () => product.query('select * from ad_events order by id'),
    settled: (patienceMs) =>
      waitFor(
        'no event waits',
        async () =>
          (await product.query("select 1 from ad_events where state = 'waiting'")).length === 0 || undefined,
        patienceMs,
      ).then(() => undefined),
    async end() {
      await product.end()
      await meta.stop()
    },
  }
}
