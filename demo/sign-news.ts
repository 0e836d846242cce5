import { createHmac } from 'node:crypto'
import type { WebhookVendor } from '#contract/webhooks.ts'

/** The headers under which a vendor sends a body at a moment: each signs in its own way. */
export function signNews(
  vendor: WebhookVendor,
  body: string,
  secret: string,
  at: Date,
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const timed = () => `t=${seconds},v1=${hmac(secret, `${seconds}.${body}`).toString('hex')}`
  const header = {
    cal: () => ({ 'x-cal-signature-256': hmac(secret, body).toString('hex') }),
    typeform: () => ({ 'typeform-signature': `sha256=${hmac(secret, body).toString('base64')}` }),
    stripe: () => ({ 'stripe-signature': timed() }),
    voice: () => ({ 'x-leadline-signature': timed() }),
  }[vendor]()
  return { 'content-type': 'application/json', ...header }
}

const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()
