import { isIP } from 'node:net'
import type { WebhookVendor } from '#contract/webhooks.ts'
import { whyNotOutside } from '#server/integrations/post-outside.ts'
import { reachOf } from '#server/integrations/public-address.ts'
import { NoAnswer, type Outside, sendOutside } from '#server/integrations/send-outside.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { NewId } from '#server/platform/ids.ts'
import { signDelivery } from '#server/webhooks/sign-delivery.ts'
import { testAnswer, testDelivery } from '#server/webhooks/test-delivery.ts'
import { type WebhookTried, webhookTestMessage } from './webhook-test-message.ts'

/** A delivery that tests the way here. */
export type TestCall = { path: string; body: string; headers: Record<string, string> }

/** What a test of the way on which a vendor delivers needs. */
export type WebhookTestParts = {
  clock: Clock
  newId: NewId
  outside: Outside
  setup: { siteUrl: string; isAddressKnown: boolean }
  secretOf(vendor: WebhookVendor): string | undefined
  /** Has this very process answer a call, without any network. */
  answerHere(call: TestCall): Promise<{ status: number; text: string }>
}

const READ_UP_TO = 1000

/**
 * Sends ourselves a delivery on the way that a vendor's take, signed as the vendor signs, and says in words how it went.
 * It is known for a test only behind its signature, and neither stored nor counted.
 */
export async function testWebhook(
  parts: WebhookTestParts,
  vendor: WebhookVendor,
): Promise<{ success: boolean; message: string }> {
  return webhookTestMessage(vendor, await tryWay(parts, vendor))
}

async function tryWay(parts: WebhookTestParts, vendor: WebhookVendor): Promise<WebhookTried> {
  const { setup, outside, clock } = parts
  const secret = parts.secretOf(vendor)
  if (!secret) return { what: 'no-secret' }
  const id = parts.newId()
  const body = testDelivery(id)
  const isRight = ({ status, text }: { status: number; text: string }) =>
    status === 200 && text === testAnswer(id)
  const call = {
    path: `/api/webhooks/${vendor}`,
    body,
    headers: signDelivery(vendor, body, secret, clock.now()),
  }
  const here = async () => {
    const answer = await parts.answerHere(call)
    return { status: isRight(answer) ? null : answer.status }
  }
  const url = new URL(setup.siteUrl)
  const { host } = url
  if (!setup.isAddressKnown) return { what: 'no-address', host, ...(await here()) }
  const address = setup.siteUrl + call.path
  if (whyNotOutside(address, outside)) {
    const isPrivate = isIP(nameOf(url)) > 0 && reachOf(nameOf(url)) !== 'public'
    return { what: isPrivate ? 'private' : 'not-https', host, ...(await here()) }
  }
  try {
    const answer = await sendOutside(address, { ...call, readUpTo: READ_UP_TO }, outside)
    if (!isRight(answer)) return { what: 'other-answer', host, status: answer.status }
    return isThisMachine(url) ? { what: 'this-machine', host, status: null } : { what: 'accepted', host }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    if (error.what === 'name-private') return { what: 'private-from-here', host, ...(await here()) }
    return { what: 'no-answer', host, why: error.message, ...(await here()) }
  }
}

const nameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const isThisMachine = (url: URL): boolean =>
  nameOf(url) === 'localhost' || reachOf(nameOf(url)) === 'loopback'
