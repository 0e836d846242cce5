import { randomBytes } from 'node:crypto'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import { type DemoAlertHook, startDemoAlertHook } from './alert-hook.ts'
import { type DemoCrm, startDemoCrm } from './crm.ts'
import { type DemoMailbox, startDemoMailbox } from './mailbox.ts'
import { type DemoMeta, startDemoMeta } from './meta.ts'
import { createRandom } from './random.ts'
import type { NewsSecrets } from './send-news.ts'
import { type DemoVoiceAgent, startDemoVoiceAgent } from './voice-agent.ts'

/** Every vendor of the demo, each a small server of this machine. Form, calendar and checkout only ever send. */
export type DemoVendors = {
  crm: DemoCrm
  meta: DemoMeta
  voice: DemoVoiceAgent
  mailbox: DemoMailbox
  hook: DemoAlertHook
  secrets: NewsSecrets
  /** What connects the product to them, as environment variables. */
  environment: Record<string, string>
  stop(): Promise<void>
}

/** The demo's coach, to whom alerts go. */
export const COACHS_EMAIL = 'coach@example.com'

/** Starts every vendor of the demo; where one cannot start, none stays. Meta's clock says what is too old for it. */
export async function startDemoVendors(clock: Clock = systemClock): Promise<DemoVendors> {
  const opened: { stop(): Promise<void> }[] = []
  const stop = async () => {
    while (opened.length > 0) await opened.pop()?.stop()
  }
  const keep = <T extends { stop(): Promise<void> }>(vendor: T): T => {
    opened.push(vendor)
    return vendor
  }
  try {
    const secrets = { cal: secret(), typeform: secret(), stripe: `whsec_${secret()}`, voice: secret() }
    const crm = keep(await startDemoCrm())
    const meta = keep(await startDemoMeta(clock))
    const voice = keep(await startDemoVoiceAgent(secrets, createRandom(`calls ${Date.now()}`)))
    const mailbox = keep(await startDemoMailbox())
    const hook = keep(await startDemoAlertHook())
    const environment = {
      ...secretsAsVariables(secrets),
      VOICE_WEBHOOK_URL: voice.url,
      META_PIXEL_ID: meta.pixelId,
      META_ACCESS_TOKEN: meta.token,
      META_BASE_URL: meta.url,
      SMTP_URL: mailbox.url,
      ALERT_FROM: 'Leadline demo <alerts@example.com>',
    }
    return { crm, meta, voice, mailbox, hook, secrets, environment, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const secret = () => randomBytes(24).toString('hex')

const secretsAsVariables = (secrets: Record<WebhookVendor, string>) =>
  Object.fromEntries(
    Object.entries(secrets).map(([vendor, value]) => [`${vendor.toUpperCase()}_WEBHOOK_SECRET`, value]),
  )
