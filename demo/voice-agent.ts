import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { signDelivery } from '#server/webhooks/sign-delivery.ts'
import { callNews } from './call-news.ts'
import { listenHere } from './listen-here.ts'
import type { Random } from './random.ts'
import { type NewsSecrets, sendNews } from './send-news.ts'

/** The demo's voice agent: it calls nobody and says how the calls went. */
export type DemoVoiceAgent = {
  url: string
  /** How many calls it took, each once however often it was asked. */
  taken(): number
  /** From now on it reports what becomes of its calls to the product at this address, until it is told to end. */
  reportTo(url: string, options: { onTrouble(error: unknown): void; hurry: number }): { end(): Promise<void> }
  stop(): Promise<void>
}

const Asked = z.object({ callRequestId: z.string(), leadId: z.string() })
// Shorter than people talk, so that one can watch it.
const TALK_SECONDS = [20, 70] as const

/** Starts the demo's voice agent on a free port of this machine; it takes only what is signed with its secret. */
export async function startDemoVoiceAgent(secrets: NewsSecrets, random: Random): Promise<DemoVoiceAgent> {
  const keys = new Set<string>()
  const calls = new Set<Promise<void>>()
  let report = async (_asked: z.output<typeof Asked>): Promise<void> => {}

  const server = await listenHere(({ headers, text }) => {
    const given = String(headers['x-leadline-signature'])
    const [, seconds = ''] = /^t=(\d+),/.exec(given) ?? []
    const due = signDelivery('voice', text, secrets.voice, new Date(Number(seconds) * 1000))
    if (given !== due['x-leadline-signature']) return { status: 401 }
    const key = String(headers['idempotency-key'])
    if (keys.has(key)) return { status: 202, body: { ok: true } }
    keys.add(key)
    const call = report(Asked.parse(JSON.parse(text))).finally(() => calls.delete(call))
    calls.add(call)
    return { status: 202, body: { ok: true } }
  })
  return {
    url: `${server.origin}/calls`,
    taken: () => keys.size,
    reportTo(url, { onTrouble, hurry }) {
      const hangUp = new AbortController()
      const { signal } = hangUp
      report = async (asked) => {
        try {
          let then = new Date()
          for (const news of callNews(random, asked, then, TALK_SECONDS)) {
            await pause((news.at.getTime() - then.getTime()) / hurry, undefined, { signal })
            then = news.at
            await sendNews({ url, secrets, signal }, news)
          }
        } catch (error) {
          if (!signal.aborted) onTrouble(error)
        }
      }
      return {
        async end() {
          hangUp.abort()
          await Promise.all(calls)
        },
      }
    },
    stop: server.stop,
  }
}
