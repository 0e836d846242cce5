import { createHmac } from 'node:crypto'
import { type RawAnswer, rawRequest } from './raw-request.ts'

/** The secrets that the product under test shares with its vendors, as environment variables. */
export const webhookSecrets = {
  CAL_WEBHOOK_SECRET: 'cal-secret-0123456789',
  TYPEFORM_WEBHOOK_SECRET: 'typeform-secret-0123456789',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  VOICE_WEBHOOK_SECRET: 'voice-secret-0123456789',
}

/** A call as a vendor makes it: where to, with which headers, and the exact body. */
export type VendorCall = { path: string; headers: Record<string, string>; body: string | Buffer }

const hmac = (secret: string, encoding: 'hex' | 'base64', ...parts: (string | Buffer)[]) => {
  const sum = createHmac('sha256', secret)
  for (const part of parts) sum.update(part)
  return sum.digest(encoding)
}
const bytes = (body: unknown): string | Buffer =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
const json = { 'content-type': 'application/json' }
const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Signs as Cal.com does: the hex HMAC of the body. */
export function calCall(payload: unknown, secret = webhookSecrets.CAL_WEBHOOK_SECRET): VendorCall {
  const body = bytes(payload)
  return {
    path: '/api/webhooks/cal',
    body,
    headers: { ...json, 'x-cal-signature-256': hmac(secret, 'hex', body) },
  }
}

/** Signs as Typeform does: `sha256=` and the base64 HMAC of the body. */
export function typeformCall(payload: unknown, secret = webhookSecrets.TYPEFORM_WEBHOOK_SECRET): VendorCall {
  const body = bytes(payload)
  const signature = `sha256=${hmac(secret, 'base64', body)}`
  return { path: '/api/webhooks/typeform', body, headers: { ...json, 'typeform-signature': signature } }
}

/** Signs as Stripe does: `t=<seconds>,v1=<hex HMAC of time, dot and body>`. */
export function stripeCall(
  payload: unknown,
  { secret = webhookSecrets.STRIPE_WEBHOOK_SECRET, seconds = nowSeconds() } = {},
): VendorCall {
  const body = bytes(payload)
  const signature = `t=${seconds},v1=${hmac(secret, 'hex', `${seconds}.`, body)},v0=00`
  return {
    path: '/api/webhooks/stripe',
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  }
}

/** Signs as a voice agent may: like Stripe, under our own header. */
export function voiceCall(
  payload: unknown,
  { secret = webhookSecrets.VOICE_WEBHOOK_SECRET, seconds = nowSeconds() } = {},
): VendorCall {
  const body = bytes(payload)
  const signature = `t=${seconds},v1=${hmac(secret, 'hex', `${seconds}.`, body)}`
  return { path: '/api/webhooks/voice', body, headers: { ...json, 'x-leadline-signature': signature } }
}

/** Signs as Retell does: `v=<milliseconds>,d=<hex HMAC of body and time>` with its API key. */
export function retellCall(
  payload: unknown,
  { secret = webhookSecrets.VOICE_WEBHOOK_SECRET, ms = Date.now() } = {},
): VendorCall {
  const body = bytes(payload)
  const signature = `v=${ms},d=${hmac(secret, 'hex', body, String(ms))}`
  return { path: '/api/webhooks/voice', body, headers: { ...json, 'x-retell-signature': signature } }
}

/** Sends nothing but the shared secret, as a broker that cannot sign does. */
export function brokerCall(payload: unknown, secret = webhookSecrets.VOICE_WEBHOOK_SECRET): VendorCall {
  return {
    path: '/api/webhooks/voice',
    body: bytes(payload),
    headers: { ...json, 'x-leadline-secret': secret },
  }
}

/** Delivers a call to a product: a server's request, without cookies and without an origin. */
export const deliver = (url: string, call: VendorCall): Promise<RawAnswer> =>
  rawRequest(url, { method: 'POST', ...call })
