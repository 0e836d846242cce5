import { adPermission } from '#contract/ad-permission.ts'
import type { AskForConsent, LaterEvent, OfflineConversionKind } from '#contract/ads-on-page.ts'
import { isHeldTestLead } from '#server/capture/test-lead.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { insertAdEvent, lockThing } from './event-store.ts'
import {
  browsersHeardOf,
  hasBrowserTold,
  type KnownBrowser,
  knownBrowser,
  personOfLead,
  verifiedEvents,
} from './offline-conversion-store.ts'
import { type OfflineConversion, offlineConversionsIn } from './offline-conversions-in.ts'
import { sendAdEventsJob } from './send-ad-events.ts'
import { readAdStanding } from './store.ts'

/** What noting needs. */
export type NotingParts = {
  database: Database
  queue: Pick<Queue, 'send'>
  clock: Clock
  newId: NewId
  /** How long a browser has to report the same by itself, in seconds. */
  laterAfterSeconds: number
  site: {
    siteUrl: string
    pixelId(): string
    laterPlan(conversion: OfflineConversionKind): LaterEvent | undefined
    adConsent(): { ask: AskForConsent; version: string }
  }
}

const TAKEN_FOR_MS = 7 * 86_400_000

/**
 * Writes down what vendors verify of a lead's person, for the advert account: each thing once, and not what a
 * browser has reported by itself. Doing it again adds nothing. What is still to come is looked at again in time.
 */
export async function noteOfflineConversions(parts: NotingParts, leadId: string): Promise<void> {
  await parts.database.transaction().execute(async (transaction) => {
    const personId = await personOfLead(transaction, leadId)
    if (!personId || (await isHeldTestLead(transaction, leadId))) return
    const now = parts.clock.now()
    const { conversions, lookAgainAt } = offlineConversionsIn(
      await verifiedEvents(transaction, personId),
      personId,
      now,
    )
    const open = conversions.filter(({ at }) => now.getTime() - at.getTime() < TAKEN_FOR_MS)
    if (lookAgainAt)
      await parts.queue.send(
        transaction,
        noteOfflineConversionsJob,
        { leadId },
        Math.ceil((lookAgainAt.getTime() - now.getTime()) / 1000),
      )
    const browser = open.length > 0 ? await permittedBrowser(parts, transaction, personId) : undefined
    if (!browser) return
    const isNew: boolean[] = []
    for (const conversion of open)
      isNew.push(await note(parts, transaction, { conversion, personId, browser, now }))
    if (isNew.includes(true))
      await parts.queue.send(transaction, sendAdEventsJob, {}, parts.laterAfterSeconds)
  })
}

async function note(
  parts: NotingParts,
  transaction: Queryable,
  about: { conversion: OfflineConversion; personId: string; browser: KnownBrowser; now: Date },
): Promise<boolean> {
  const { conversion, personId, browser, now } = about
  const plan = parts.site.laterPlan(conversion.kind)
  if (!plan) return false
  await lockThing(transaction, conversion.thing)
  if (conversion.kind === 'applied' && (await hasBrowserTold(transaction, personId, 'application')))
    return false
  if (
    conversion.kind === 'booked' &&
    (await hasBrowserTold(transaction, personId, { booking: conversion.booking }))
  )
    return false
  const paid = conversion.kind === 'paid' ? conversion : undefined
  return insertAdEvent(transaction, {
    id: parts.newId(),
    visitorId: browser.visitorId,
    personId,
    toldBy: 'server',
    thing: conversion.thing,
    pixelId: parts.site.pixelId(),
    name: plan.event,
    url: parts.site.siteUrl + browser.path,
    at: conversion.at,
    value: paid ? paid.value : (plan.value ?? null),
    currency: paid ? paid.currency : (plan.currency ?? null),
    content: plan.content || null,
    ipAddress: browser.ipAddress,
    userAgent: browser.userAgent,
    fbc: browser.fbc,
    fbp: browser.fbp,
    dueAt: new Date(now.getTime() + parts.laterAfterSeconds * 1000),
  })
}

/** The browser to report by: none where any browser that is heard for the person said no, or this one may not be followed today. */
async function permittedBrowser(
  parts: NotingParts,
  transaction: Queryable,
  personId: string,
): Promise<KnownBrowser | undefined> {
  const browser = await knownBrowser(transaction, personId)
  if (!browser) return undefined
  const rules = parts.site.adConsent()
  for (const visitorId of await browsersHeardOf(transaction, personId)) {
    const permission = adPermission(rules, await readAdStanding(transaction, visitorId))
    if (permission === 'refused' || (visitorId === browser.visitorId && permission !== 'granted'))
      return undefined
  }
  return browser
}
