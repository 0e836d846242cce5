import type { Random } from './random.ts'
import type { News } from './vendor-news.ts'

const SUMMARIES = [
  'Has a clear idea and wants to start this month. Asked about the weekly hours.',
  'Curious, no idea yet. Will watch the training again before booking.',
  'Ready to book. Prefers an evening call.',
] as const

/** What the voice agent reports of a call that it was asked for at a moment; `talk` is how long one may last, in seconds. */
export function callNews(
  random: Random,
  asked: { callRequestId: string; leadId: string },
  askedAt: Date,
  talk: readonly [least: number, most: number],
): News[] {
  const callId = `call-${asked.callRequestId}`
  const said = (seconds: number, status: string, more: Record<string, unknown> = {}): News => {
    const at = new Date(askedAt.getTime() + seconds * 1000)
    return { vendor: 'voice', at, body: { callId, ...asked, status, at: at.toISOString(), ...more } }
  }
  const begun = [said(2, 'queued'), said(7, 'ringing')]
  const end = random.weighted([
    ['ended', 6],
    ['no_answer', 3],
    ['voicemail', 2],
    ['failed', 0.5],
  ] as const)
  if (end !== 'ended') return [...begun, said(random.whole(30, 50), end)]
  const durationSec = random.whole(...talk)
  const summary = random.pick(SUMMARIES)
  return [...begun, said(14, 'answered'), said(14 + durationSec, 'ended', { durationSec, summary })]
}
