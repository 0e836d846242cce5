import type { WebhookVendor } from '#contract/webhooks.ts'
import { signDelivery } from '#server/webhooks/sign-delivery.ts'
import { isTaken, postHere } from './post-here.ts'
import type { News } from './vendor-news.ts'

/** The secret that each vendor of the demo signs with. */
export type NewsSecrets = Record<WebhookVendor, string>

/** Delivers a vendor's news to the running product, signed as that vendor signs. */
export async function sendNews(
  { url, secrets, signal }: { url: string; secrets: NewsSecrets; signal: AbortSignal },
  news: Pick<News, 'vendor' | 'body'>,
): Promise<void> {
  const body = JSON.stringify(news.body)
  const path = `/api/webhooks/${news.vendor}`
  const headers = {
    'content-type': 'application/json',
    ...signDelivery(news.vendor, body, secrets[news.vendor], new Date()),
  }
  // What the product is too busy for it never hears: the demo's vendors do not insist.
  isTaken(path, await postHere(url + path, headers, body, signal))
}
