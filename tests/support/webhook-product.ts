import { waitFor } from './eventually.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'
import { deliver, type VendorCall, webhookSecrets } from './webhook-senders.ts'

/** The product with its vendors connected, and what tests of their deliveries ask of it again and again. */
export type WebhookProduct = RunningProduct & {
  /** Delivers calls one after the other and waits until all are worked off. */
  tell(...calls: VendorCall[]): Promise<void>
  /** Waits until no delivery waits any more. */
  settled(): Promise<void>
  /** A browser that has just become a lead. */
  lead(email: string, phone?: string): Promise<TestBrowser>
  tagsOf(email: string): Promise<string[]>
}

/** Starts the product with every vendor's secret set. */
export async function runWebhookProduct(
  options: { retryDelaySeconds?: number } = {},
): Promise<WebhookProduct> {
  const product = await runProduct({ environment: webhookSecrets, ...options })
  const settled = async () => {
    await waitFor('nothing waits', async () => {
      const [row] = await product.query("select count(*) from webhook_deliveries where state = 'waiting'")
      return Number(row?.count) === 0
    })
  }
  return {
    ...product,
    settled,
    async tell(...calls) {
      for (const call of calls) {
        const { status, text } = await deliver(product.url, call)
        if (status !== 200) throw new Error(`${call.path} answered ${status} ${text}`)
        await settled()
      }
    },
    async lead(email, phone = '202-555-0143') {
      const browser = product.browser()
      const answer = await browser.post('/api/capture-lead', {
        name: 'Ada Kern',
        email,
        phone,
        page: '/meme',
      })
      if (answer.status !== 200) throw new Error(`capture-lead answered ${answer.status}`)
      return browser
    },
    async tagsOf(email) {
      const rows = await product.query(
        `select tag_name from lead_tags tag join leads lead on lead.id = tag.lead_id
          where lead.email = $1 order by tag_name`,
        [email],
      )
      return rows.map(({ tag_name }) => tag_name)
    },
  }
}
