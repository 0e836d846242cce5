import { captureTokens } from '#server/capture/capture-token.ts'
import { idsOn } from '#server/platform/ids.ts'
import { processDelivery, processDeliveryJob } from '#server/webhooks/process-delivery.ts'
import { receiveDelivery } from '#server/webhooks/receive-delivery.ts'
import { type FollowingJob, jobsAt } from './following-jobs.ts'
import type { MonthParts } from './lead-story.ts'
import type { Random } from './random.ts'
import type { News } from './vendor-news.ts'

/** Lets the product hear what vendors sent, each at its own moment; returns the jobs that follow from it. */
export async function hearVendors(parts: MonthParts, random: Random, news: News[]): Promise<FollowingJob[]> {
  const following: FollowingJob[] = []
  for (const { vendor, at, body } of news) {
    const clock = { now: () => at }
    const newId = idsOn(clock, random.bytes)
    const { queue, jobs } = jobsAt(at)
    await parts.inTransaction(() =>
      receiveDelivery({ ...parts, queue, newId }, vendor, Buffer.from(JSON.stringify(body)), at),
    )
    const received = jobs.find(({ name }) => name === processDeliveryJob)
    if (!received) continue
    const work = {
      ...{ ...parts, queue, newId, clock, defaultCountry: 'US' },
      // The invented vendors send plain ids back.
      captureTokens: captureTokens('demo'),
      live: { changed: () => {} },
    }
    await parts.inTransaction(() => processDelivery(work, String(received.data.deliveryId)))
    following.push(...jobs.filter((job) => job !== received))
  }
  return following
}
