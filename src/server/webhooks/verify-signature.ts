import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookVendor, WhyRefused } from '#contract/webhooks.ts'
import { hmac } from './sign-delivery.ts'

/** A call as it came in: its headers and the exact bytes of its body. */
export type SignedCall = { headers: IncomingHttpHeaders; body: Buffer }

type Verify = (call: SignedCall, secret: string, now: Date) => WhyRefused | null

const TOLERANCE_MS = 300_000

/**
 * Why a call was not signed with the secret that vendor and owner share; null where it was. Where the signature covers a
 * time, one that is more than 300 seconds away is refused; for the others a repetition is the same delivery and changes
 * nothing.
 */
export function whyRefused(
  vendor: WebhookVendor,
  call: SignedCall,
  secret: string,
  now: Date,
): WhyRefused | null {
  return verifiers[vendor](call, secret, now)
}

const verifiers: Record<WebhookVendor, Verify> = {
  cal: ({ headers, body }, secret) =>
    // What Cal.com writes where its webhook has no secret.
    whyNotSame(
      textOf(headers['x-cal-signature-256']).replace('no-secret-provided', ''),
      hmac(secret, 'hex', body),
    ),
  typeform: ({ headers, body }, secret) =>
    whyNotSame(textOf(headers['typeform-signature']), `sha256=${hmac(secret, 'base64', body)}`),
  stripe: ({ headers, body }, secret, now) =>
    whyNotTimed(textOf(headers['stripe-signature']), body, secret, now),
  /**
   * Three ways, because voice agents differ. `X-Leadline-Signature: t=<unix seconds>,v1=<hex>` signs `<t>.<body>` and
   * is for whoever can compute an HMAC. `X-Retell-Signature: v=<unix ms>,d=<hex>` is Retell's own, where the secret is
   * its API key. `X-Leadline-Secret` is the bare secret, for brokers that sign nothing but let a header be added: Vapi,
   * or a workflow of the CRM.
   */
  voice: ({ headers, body }, secret, now) => {
    if (headers['x-leadline-signature'] !== undefined)
      return whyNotTimed(textOf(headers['x-leadline-signature']), body, secret, now)
    if (headers['x-retell-signature'] !== undefined)
      return whyNotRetells(textOf(headers['x-retell-signature']), body, secret, now)
    return whyNotSame(textOf(headers['x-leadline-secret']), secret)
  },
}

function whyNotSame(given: string, expected: string): WhyRefused | null {
  if (given === '') return 'unsigned'
  return isSame(given, expected) ? null : 'other-secret'
}

/** `t=<unix seconds>,v1=<hex>`, several `v1` while a secret is being replaced. */
function whyNotTimed(header: string, body: Buffer, secret: string, now: Date): WhyRefused | null {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
  const given = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3))
  if (!isTime(time) || given.length === 0) return 'unsigned'
  if (!isRecent(time, 1000, now)) return 'other-time'
  const expected = hmac(secret, 'hex', `${time}.`, body)
  // Each is compared, so that the time taken does not tell which of them fits.
  return given.map((signature) => isSame(signature, expected)).includes(true) ? null : 'other-secret'
}

function whyNotRetells(header: string, body: Buffer, secret: string, now: Date): WhyRefused | null {
  const [, time, digest] = /^v=(\d{1,15}),d=([0-9a-f]+)$/.exec(header) ?? []
  if (time === undefined || digest === undefined) return 'unsigned'
  if (!isRecent(time, 1, now)) return 'other-time'
  return isSame(digest, hmac(secret, 'hex', body, time)) ? null : 'other-secret'
}

const isTime = (time: string): boolean => /^\d{1,15}$/.test(time)

const isRecent = (time: string, unitMs: number, now: Date): boolean =>
  Math.abs(now.getTime() - Number(time) * unitMs) <= TOLERANCE_MS

const textOf = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '')

/** Compares in a time that does not depend on where two texts differ. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
