import { createHmac } from 'node:crypto'
import type { WebhookVendor } from '#contract/webhooks.ts'

/** The header by which a vendor signs this body; that of a voice agent is our own. */
export function signDelivery(
  vendor: WebhookVendor,
  body: string,
  secret: string,
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const timed = () => `t=${seconds},v1=${hmac(secret, 'hex', `${seconds}.`, body)}`
  switch (vendor) {
    case 'cal':
      return { 'x-cal-signature-256': hmac(secret, 'hex', body) }
    case 'typeform':
      return { 'typeform-signature': `sha256=${hmac(secret, 'base64', body)}` }
    case 'stripe':
      return { 'stripe-signature': timed() }
    case 'voice':
      return { 'x-leadline-signature': timed() }
  }
}

/** The HMAC-SHA256 of the parts one after the other, as text. */
export function hmac(secret: string, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]): string {
  const sum = createHmac('sha256', secret)
  for (const part of parts) sum.update(part)
  return sum.digest(encoding)
}
