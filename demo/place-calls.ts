import type { WantedCall } from '#server/integrations/voice-agent.ts'
import { idsOn } from '#server/platform/ids.ts'
import { placeCall } from '#server/voice/place-call.ts'
import { placeCallJob } from '#server/voice/request-call.ts'
import { callNews } from './call-news.ts'
import { type FollowingJob, jobsAt } from './following-jobs.ts'
import type { MonthParts } from './lead-story.ts'
import type { Random } from './random.ts'
import { siteContent } from './site-pages.ts'
import type { News } from './vendor-news.ts'

const TALK_SECONDS = [70, 280] as const

/**
 * Has the voice agent place the calls that were wished for in the month, by the product's own rules, and returns what it
 * reported of them up to `now`. Nobody's phone rings for what is long over.
 */
export async function placeCalls(parts: MonthParts, random: Random, jobs: FollowingJob[]): Promise<News[]> {
  const asked: { call: WantedCall; at: Date }[] = []
  for (const { name, data, at } of jobs) {
    if (name !== placeCallJob) continue
    const then = new Date(Math.min(at.getTime() + 1000, parts.now.getTime()))
    const clock = { now: () => then }
    const voiceAgent = {
      async requestCall(call: WantedCall) {
        asked.push({ call, at: then })
      },
    }
    const placing = {
      ...parts,
      ...jobsAt(then),
      clock,
      newId: idsOn(clock, random.bytes),
      voiceAgent,
      isCrmConnected: true,
      callSetup: () => siteContent.calls,
      defaultCountry: 'US',
    }
    await parts.inTransaction(() => placeCall(placing, String(data.callRequestId)))
  }
  const news = asked.flatMap(({ call: { callRequestId, leadId }, at }) =>
    callNews(random, { callRequestId, leadId }, at, TALK_SECONDS),
  )
  return news.filter(({ at }) => at <= parts.now)
}
