import { adPermission } from '#contract/ad-permission.ts'
import type { AskForConsent, LaterEvent, OfflineConversionKind } from '#contract/ads-on-page.ts'
import { minorUnitsOf } from '#contract/minor-units.ts'
import { isHeldTestLead } from '#server/capture/test-lead.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { insertAdEvent, lockOccasion, withdrawOfOthers, withdrawUntrue } from './event-store.ts'
import {
  browsersHeardOf,
  hasBrowserTold,
  type KnownBrowser,
  knownBrowser,
  personOfLead,
  type ReportableRefund,
  reportableRefunds,
  type VerifiedEvent,
  verifiedEvents,
} from './offline-conversion-store.ts'
import { sendAdEventsJob } from './send-ad-events.ts'
import { readAdConsent } from './store.ts'

/** An offline conversion: what it is, when it happened, and the key under which it is reported once. */
type OfflineConversion = { occasion: string; at: Date } & (
  | { kind: 'applied' | 'held' }
  | { kind: 'booked'; booking: string }
  | { kind: 'paid' | 'refunded'; value: number; currency: string }
)

// As long as the owner has to say that nobody came.
const HELD_AFTER_MS = 2 * 3_600_000

/**
 * What a person's external events make true by `now`, and when something more may come true. Applied and held count once per
 * person; each booking and each payment is one of its own. A booked call counts as held once the owner or the CRM said so,
 * or two hours after its end if nobody was marked as missing.
 */
function offlineConversionsIn(
  events: VerifiedEvent[],
  personId: string,
  now: Date,
): { conversions: OfflineConversion[]; lookAgainAt: Date | undefined } {
  const conversions: OfflineConversion[] = []
  const later: number[] = []
  for (const event of events) {
    const { at } = event
    if (at && event.kind === 'application')
      conversions.push({ kind: 'applied', occasion: `applied ${personId}`, at })
    if (at && event.kind === 'payment' && event.amountMinor && event.currency) {
      const currency = event.currency.toUpperCase()
      const value = event.amountMinor / minorUnitsOf(currency)
      conversions.push({ kind: 'paid', occasion: `paid ${event.id}`, at, value, currency })
    }
    if (event.kind !== 'booking') continue
    if (at) conversions.push({ kind: 'booked', occasion: `booked ${event.key}`, at, booking: event.key })
    if (event.bookingStatus !== 'booked' && event.bookingStatus !== 'held') continue
    const heldAt = event.shownAt ?? event.endAt
    const isSure = event.shownAt ? now.getTime() : (event.endAt?.getTime() ?? Number.NaN) + HELD_AFTER_MS
    if (heldAt && isSure <= now.getTime())
      conversions.push({ kind: 'held', occasion: `held ${personId}`, at: heldAt })
    else if (Number.isFinite(isSure)) later.push(isSure)
  }
  return { conversions, lookAgainAt: later.length > 0 ? new Date(Math.min(...later)) : undefined }
}

const refundIn = ({ paymentId, key, at, amountMinor, currency }: ReportableRefund): OfflineConversion => ({
  kind: 'refunded',
  occasion: `refunded ${paymentId} ${key}`,
  at,
  value: amountMinor / minorUnitsOf(currency),
  currency: currency.toUpperCase(),
})

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
    const { conversions: verified, lookAgainAt } = offlineConversionsIn(
      await verifiedEvents(transaction, personId),
      personId,
      now,
    )
    const refunds = (await reportableRefunds(transaction, personId)).map(refundIn)
    const conversions = [...verified, ...refunds]
    await withdrawUntrue(
      transaction,
      personId,
      conversions.map(({ occasion }) => occasion),
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
  await lockOccasion(transaction, conversion.occasion)
  if (conversion.kind === 'paid') await withdrawOfOthers(transaction, personId, conversion.occasion)
  if (conversion.kind === 'applied' && (await hasBrowserTold(transaction, personId, 'application')))
    return false
  if (
    conversion.kind === 'booked' &&
    (await hasBrowserTold(transaction, personId, { booking: conversion.booking }))
  )
    return false
  const money = conversion.kind === 'paid' || conversion.kind === 'refunded' ? conversion : undefined
  return insertAdEvent(transaction, {
    id: parts.newId(),
    visitorId: browser.visitorId,
    personId,
    reportedBy: 'server',
    occasion: conversion.occasion,
    pixelId: parts.site.pixelId(),
    name: plan.event,
    url: parts.site.siteUrl + browser.path,
    at: conversion.at,
    value: money ? money.value : (plan.value ?? null),
    currency: money ? money.currency : (plan.currency ?? null),
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
    const permission = adPermission(rules, await readAdConsent(transaction, visitorId))
    if (permission === 'refused' || (visitorId === browser.visitorId && permission !== 'granted'))
      return undefined
  }
  return browser
}
