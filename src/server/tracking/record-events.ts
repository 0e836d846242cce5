import { type Attribution, attributionInQuery, attributionOf } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import type { Database } from '#server/platform/database.ts'
import { type Counts, newCounts } from '#server/reports/counts.ts'
import { applyCounts, lockForWriting } from '#server/reports/store.ts'
import {
  insertPageViews,
  type KnownVisitor,
  lockVisitors,
  type PageViewRow,
  readBlocks,
  saveVisitors,
  type VisitorChange,
} from './store.ts'
import { isTouch, sourceOf } from './touch.ts'
import type { ExclusionReason } from './why-excluded.ts'

/** One tracking call, checked and read, waiting for its batch. `view` is null for a track call. */
export type TrackingEvent = {
  visitorId: string
  at: Date
  ipAddress: string
  userAgent: string | undefined
  device: DeviceInfo
  excluded: ExclusionReason | null
  reported: ReportedDevice
  landingPath: string | undefined
  attribution: Attribution
  view: { id: string; path: string; title?: string; referrer?: string; sessionId?: string } | null
}

type ReportedDevice = {
  fingerprint?: string
  timezone?: string
  language?: string
  screenWidth?: number
  screenHeight?: number
  hardwareConcurrency?: number
  deviceMemory?: number
}

const VISIT_GAP_MS = 30 * 60_000

/** Stores a batch of tracking events with their counts in one transaction: all of it is on disk, or nothing. */
export async function recordEvents(database: Database, events: TrackingEvent[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockForWriting(transaction)
    const blocks = await readBlocks(transaction)
    const known = await lockVisitors(transaction, [...new Set(events.map((event) => event.visitorId))].sort())
    const changes = changesOf(events, known)
    const inserted = await insertPageViews(transaction, viewRows(events, known, changes, blocks))
    const counts = countViews(inserted, known, changes)
    await saveVisitors(
      transaction,
      [...changes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    await applyCounts(transaction, counts)
  })
}

/** Reads the attribution of a call: named fields first, then the query string that came with the path. */
export function attributionOfCall(body: Record<string, unknown>, path: string): Attribution {
  const query = path.indexOf('?')
  return { ...(query >= 0 ? attributionInQuery(path.slice(query + 1)) : {}), ...attributionOf(body) }
}

/** A path as it is counted: without query and fragment, at most 500 characters. */
export const countedPath = (path: string): string => (path.split(/[?#]/)[0] || '/').slice(0, 500)

function changesOf(events: TrackingEvent[], known: Map<string, KnownVisitor>): Map<string, VisitorChange> {
  const changes = new Map<string, VisitorChange>()
  for (const event of events) {
    const before = changes.get(event.visitorId)
    const touch = isTouch(event.attribution) ? event.attribution : (before?.touch ?? {})
    const excluded = known.get(event.visitorId)?.excluded ?? before?.excluded ?? event.excluded
    changes.set(event.visitorId, {
      id: event.visitorId,
      seen_at: event.at.toISOString(),
      last_view_at: null,
      visits: 0,
      views: 0,
      ip_address: event.ipAddress,
      fingerprint: event.reported.fingerprint ?? before?.fingerprint ?? null,
      timezone: event.reported.timezone ?? before?.timezone ?? null,
      language: event.reported.language ?? before?.language ?? null,
      screen_width: whole(event.reported.screenWidth) ?? before?.screen_width ?? null,
      screen_height: whole(event.reported.screenHeight) ?? before?.screen_height ?? null,
      hardware_concurrency: whole(event.reported.hardwareConcurrency) ?? before?.hardware_concurrency ?? null,
      device_memory: event.reported.deviceMemory ?? before?.device_memory ?? null,
      user_agent: event.userAgent ?? null,
      device: event.device,
      landing_path: before?.landing_path ?? event.landingPath ?? (event.view ? event.view.path : null),
      touch,
      excluded,
    })
  }
  return changes
}

const whole = (value: number | undefined) => (value === undefined ? undefined : Math.round(value))

function viewRows(
  events: TrackingEvent[],
  known: Map<string, KnownVisitor>,
  changes: Map<string, VisitorChange>,
  blocks: { addresses: Set<string>; paths: Set<string> },
): PageViewRow[] {
  return events.flatMap((event): PageViewRow[] => {
    if (!event.view) return []
    const visitor = known.get(event.visitorId)
    const change = changes.get(event.visitorId)
    const attribution = isTouch(event.attribution)
      ? event.attribution
      : (visitor?.last_touch ?? change?.touch ?? {})
    const hidden =
      Boolean(change?.excluded) || blocks.addresses.has(event.ipAddress) || blocks.paths.has(event.view.path)
    // Clocks of two processes may differ a little; a visitor's own views never run backwards.
    const at = Math.max(wholeSecond(event.at), visitor?.last_view_at?.getTime() ?? 0)
    return [
      {
        visitor_id: event.visitorId,
        at: new Date(at).toISOString(),
        path: event.view.path,
        id: event.view.id,
        session_id: event.view.sessionId ?? null,
        title: event.view.title ?? null,
        referrer: event.view.referrer ?? null,
        ip_address: event.ipAddress,
        source: sourceOf(attribution),
        attribution,
        hidden,
      },
    ]
  })
}

const wholeSecond = (at: Date) => Math.floor(at.getTime() / 1000) * 1000

/** Counts the views that were new, and notes on each visitor what they add. */
function countViews(
  inserted: { visitor_id: string; at: Date; path: string; source: string; hidden: boolean }[],
  known: Map<string, KnownVisitor>,
  changes: Map<string, VisitorChange>,
): Counts {
  const counts = newCounts()
  const counted = inserted.filter((view) => !view.hidden).sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const view of counted) {
    const change = changes.get(view.visitor_id)
    if (!change) continue
    const previous = change.last_view_at
      ? new Date(change.last_view_at)
      : (known.get(view.visitor_id)?.last_view_at ?? null)
    counts.event('view', view.at, view.path, view.source)
    counts.active('visitor', view.at, previous)
    if (!previous || view.at.getTime() - previous.getTime() > VISIT_GAP_MS) change.visits += 1
    change.views += 1
    change.last_view_at = view.at.toISOString()
  }
  return counts
}
