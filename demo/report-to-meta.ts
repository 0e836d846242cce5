import { laterPlan } from '#contract/site-content-pixel.ts'
import { noteOfflineConversions } from '#server/conversions/note-offline-conversions.ts'
import { sendAdEvents } from '#server/conversions/send-ad-events.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import type { Ads } from '#server/integrations/ads.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import type { MonthParts } from './lead-story.ts'
import { PIXEL_ID } from './meta.ts'
import type { Random } from './random.ts'
import { SITE_ORIGIN, siteContent } from './site-pages.ts'

/**
 * Tells Meta what the month left to tell: the twins of what browsers claimed, and what vendors verify of the leads
 * named. What only comes true later, such as a call that is held, is left to the server.
 */
export async function reportToMeta(
  parts: MonthParts & { ads: Ads },
  random: Random,
  leadIds: Iterable<string>,
): Promise<void> {
  const clock = { now: () => parts.now }
  const send: Queue['send'] = async (transaction, name, data, afterSeconds) => {
    if (name === noteOfflineConversionsJob) await parts.queue.send(transaction, name, data, afterSeconds)
  }
  const work = { ...parts, clock, newId: idsOn(clock, random.bytes), queue: { send } }
  const pixel = { ...siteContent.pixel, id: PIXEL_ID }
  const site = {
    siteUrl: SITE_ORIGIN,
    pixelId: () => PIXEL_ID,
    laterPlan: (truth: Parameters<typeof laterPlan>[1]) => laterPlan(pixel, truth),
    adConsent: () => siteContent.adConsent,
  }
  for (const leadId of leadIds) await noteOfflineConversions({ ...work, site, laterAfterSeconds: 0 }, leadId)
  const isReplaced = async () => false
  await sendAdEvents({
    ...{ ...work, isReplaced, pixelId: site.pixelId, queue: parts.queue },
    retryDelaySeconds: 5,
  })
}
