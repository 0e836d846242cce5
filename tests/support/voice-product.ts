import { SiteContent } from '#contract/site-content.ts'
import { waitFor } from './eventually.ts'
import { type RunningProduct, runProduct } from './running-product.ts'
import type { TestBrowser } from './test-browser.ts'
import { startVoiceServer, type VoiceServer } from './voice-server.ts'
import { webhookSecrets } from './webhook-senders.ts'

/** The product with a voice agent connected, and what tests of its calls ask of it again and again. */
export type VoiceProduct = RunningProduct & {
  voice: VoiceServer
  /** The time as the product has it. */
  now(): Date
  /** A browser that has just become a lead, with or without consent to a call. */
  lead(email: string, phone: string, callConsent: boolean, more?: object): Promise<TestBrowser>
  /** Says that the browser has reached the page that announces the call. */
  applied(browser: TestBrowser, page?: string): Promise<void>
  /** How the wishes for calls of an email stand, newest first, once none waits to be looked at. */
  requestsOf(email: string): Promise<Record<string, unknown>[]>
}

/** How far a clock goes ahead so that it is early afternoon in New York, and day in every state of the USA. */
export function aheadToAfternoon(): number {
  const now = new Date()
  const afternoon = new Date(now)
  afternoon.setUTCHours(19, 30, 0, 0)
  return (afternoon.getTime() - now.getTime() + DAY_MS) % DAY_MS
}

const DAY_MS = 86_400_000

/** A site with so many calls allowed that no test meets the limit by accident. */
export const manyCalls = { perHour: 1000, perDay: 10_000 }

/** Starts the product, in the afternoon unless a clock says otherwise, and the voice agent it asks for calls. */
export async function runVoiceProduct(
  options: { content?: SiteContent; environment?: Record<string, string>; clock?: { now(): Date } } = {},
): Promise<VoiceProduct> {
  const ahead = aheadToAfternoon()
  const clock = options.clock ?? { now: () => new Date(Date.now() + ahead) }
  const voice = await startVoiceServer(webhookSecrets.VOICE_WEBHOOK_SECRET, () => clock.now().getTime())
  const product = await runProduct({
    environment: { ...webhookSecrets, VOICE_WEBHOOK_URL: voice.url, ...options.environment },
    retryDelaySeconds: 1,
    clock,
    content: options.content ?? SiteContent.parse({ calls: manyCalls }),
  })
  return {
    ...product,
    voice,
    now: () => clock.now(),
    async lead(email, phone, callConsent, more = {}) {
      const browser = product.browser()
      const details = { name: 'Ada Kern', email, phone, page: '/meme', callConsent, ...more }
      const answer = await browser.post('/api/capture-lead', details)
      if (answer.status !== 200) throw new Error(`capture-lead answered ${answer.status}`)
      return browser
    },
    async applied(browser, page = '/thankyoucall') {
      await browser.post('/api/leads/application-confirmation', { fingerprint: '1', page })
    },
    async requestsOf(email) {
      await waitFor('no wish for a call waits', async () => {
        // One look at both: a delivery that is processed between two would be missed by each.
        const waiting = await product.query(`select 1 from call_requests where state = 'waiting'
          union all select 1 from webhook_deliveries where state = 'waiting'`)
        return waiting.length === 0 || undefined
      })
      return product.query(
        `select request.* from call_requests request join leads lead on lead.id = request.lead_id
          where lead.email = $1 order by requested_at desc`,
        [email],
      )
    },
    async end() {
      await product.end()
      await voice.stop()
    },
  }
}
