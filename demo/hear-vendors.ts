import { deliverLeadToCrmJob } from '#server/leads/deliver-lead-to-crm.ts'
import { idsOn } from '#server/platform/ids.ts'
import { receiveDelivery } from '#server/webhooks/receive-delivery.ts'
import { workDelivery } from '#server/webhooks/work-delivery.ts'
import type { Dice } from './dice.ts'
import type { MonthParts } from './lead-story.ts'
import type { News } from './vendor-news.ts'

/** Lets the product hear what vendors sent, each at its own moment; gives whether the CRM has something to hear, too. */
export async function hearVendors(parts: MonthParts, dice: Dice, news: News[]): Promise<boolean> {
  let isDue = false
  for (const { vendor, at, body } of news) {
    const clock = { now: () => at }
    const newId = idsOn(clock, dice.bytes)
    const jobs: { name: string; data: Record<string, unknown> }[] = []
    const queue = {
      send: async (_transaction: unknown, name: string, data: Record<string, unknown>) => {
        jobs.push({ name, data })
      },
    }
    await parts.inTransaction(() =>
      receiveDelivery({ ...parts, queue, newId }, vendor, Buffer.from(JSON.stringify(body)), at),
    )
    const [received] = jobs.splice(0)
    if (!received) continue
    const work = {
      ...parts,
      queue,
      newId,
      clock,
      job: deliverLeadToCrmJob,
      live: { changed: () => {} },
      defaultCountry: 'US',
    }
    await parts.inTransaction(() => workDelivery(work, String(received.data.deliveryId)))
    isDue ||= jobs.some(({ name }) => name === deliverLeadToCrmJob)
  }
  return isDue
}
