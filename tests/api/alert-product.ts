import { expect } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { waitFor } from '#support/eventually.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

/** The product with alerts of new leads going one way, and what tests of that way ask of it again and again. */
export type AlertProduct = RunningProduct & {
  /** The owner's browser, signed in. */
  signedIn: TestBrowser
  /** Somebody becomes a lead, without feeling any trouble of the alert's receiver. */
  capture(): Promise<{ name: string; email: string }>
  /** How the way of the alerts stands. */
  connection(): Promise<Connection>
  /** Waits until the way of the alerts is failing for a reason in these words. */
  failing(words: RegExp, patienceMs?: number): Promise<Connection>
  /** The kind that is kept beside the sentence that the way of the alerts fails with. */
  kindOf(failing: Connection): Promise<unknown>
  /** Waits until one alert is set aside. */
  setAside(): Promise<Connection>
  /** Waits until no alert waits or is set aside. */
  allSent(): Promise<void>
}

/** Starts the product with these settings of its alerts; `vendor` is the way they go. */
export async function runAlertProduct(
  vendor: 'email' | 'webhook',
  settings: object,
  environment: Record<string, string> = {},
): Promise<AlertProduct> {
  const product = await runProduct({ environment, retryDelaySeconds: 1 })
  const signedIn = await product.owner()
  expect((await sendJson(signedIn, 'PUT', '/api/alerts/settings', settings)).status).toBe(200)
  let leads = 100
  const connection = async (): Promise<Connection> => {
    const { body } = await signedIn.get('/api/connections')
    return body.connections.find((one: Connection) => one.vendor === vendor)
  }
  return {
    ...product,
    signedIn,
    connection,
    async capture() {
      leads += 1
      const who = { name: `Lead${leads}`, email: `lead${leads}@example.com` }
      const began = performance.now()
      const details = { ...who, phone: '(202) 555-0143', page: '/meme' }
      expect((await product.browser().post('/api/capture-lead', details)).status).toBe(200)
      expect(performance.now() - began).toBeLessThan(5000)
      return who
    },
    failing: (words, patienceMs) =>
      waitFor(
        `failing: ${words}`,
        async () => {
          const now = await connection()
          return now.state === 'failing' && words.test(now.reason ?? '') && now
        },
        patienceMs,
      ),
    async kindOf({ reason }) {
      const kinds = await product.query(
        "select distinct failure_kind from alerts where state = 'waiting' and reason = $1",
        [reason],
      )
      return kinds.length === 1 ? kinds[0]?.failure_kind : kinds
    },
    setAside: () =>
      waitFor('set aside', async () => {
        const now = await connection()
        return now.parked === 1 && now
      }),
    async allSent() {
      await waitFor('nothing waits', async () => {
        const open = await product.query("select 1 from alerts where state <> 'sent'")
        return open.length === 0
      })
    },
  }
}
