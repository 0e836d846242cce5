import { type Attribution, attributionInQuery, attributionOf } from '#contract/attribution.ts'
import type { DeviceInfo } from '#contract/device.ts'
import { wellFormed } from '#contract/text.ts'
import type { Pipeline } from '#server/platform/pipeline.ts'
import { identifyBrowser, type StoredBrowser } from './identify-browser.ts'
import { deviceColumns, type ReportedDevice } from './reported-device.ts'
import { type ReportedView, recordTracking, type VisitorChange } from './store.ts'
import { isTouch } from './touch.ts'
import type { ExclusionReason } from './why-excluded.ts'

/**
 * One tracking call, checked and read, waiting for its batch. `view` is null for a track call; `device` is null
 * where it is known already.
 */
export type TrackingEvent = {
  visitorId: string
  at: Date
  ipAddress: string
  userAgent: string | undefined
  device: DeviceInfo | null
  excluded: ExclusionReason | null
  reported: ReportedDevice
  landingPath: string | undefined
  attribution: Attribution
  view: { id: string; path: string; title?: string; referrer?: string; sessionId?: string } | null
}

const MOST_BROWSERS = 20_000

/**
 * Stores a batch of tracking events with their counts, in one transaction: all of it is on disk, or nothing. Where a
 * visitor changed its address meanwhile, each address has a transaction of its own; what is sent again counts once.
 * `storedBrowsers` are the ids of browsers that are on disk: each is told once, and noted there.
 */
export async function recordEvents(
  pipeline: Pipeline,
  events: TrackingEvent[],
  storedBrowsers: Set<string>,
): Promise<void> {
  if (storedBrowsers.size > MOST_BROWSERS) storedBrowsers.clear()
  for (const part of byAddress(events)) {
    const browsers = newBrowsers(part, storedBrowsers)
    await recordTracking(pipeline, eachOnce(part.flatMap(viewRow)), changesOf(part), browsers)
    for (const { id } of browsers) storedBrowsers.add(id)
  }
}

function newBrowsers(events: TrackingEvent[], stored: Set<string>): StoredBrowser[] {
  const told = new Map<string, StoredBrowser>()
  for (const { userAgent, device } of events) {
    const browser = device && identifyBrowser(userAgent, device)
    if (browser && !stored.has(browser.id)) told.set(browser.id, browser)
  }
  return [...told.values()]
}

/** The events in their order, parted wherever a visitor comes from another address than before. */
function byAddress(events: TrackingEvent[]): TrackingEvent[][] {
  const parts: TrackingEvent[][] = [[]]
  let addresses = new Map<string, string>()
  for (const event of events) {
    const before = addresses.get(event.visitorId)
    if (before !== undefined && before !== event.ipAddress) {
      parts.push([])
      addresses = new Map()
    }
    addresses.set(event.visitorId, event.ipAddress)
    parts.at(-1)?.push(event)
  }
  return parts
}

/** While the database hangs, a view and its repetitions gather in one batch; the first of them counts. */
function eachOnce(views: ReportedView[]): ReportedView[] {
  const seen = new Set<string>()
  return views.filter(({ visitor_id, id }) => {
    const key = `${visitor_id} ${id}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Reads the attribution of a call: named fields first, then the query string that came with the path. */
export function attributionOfCall(body: Record<string, unknown>, path: string): Attribution {
  const query = path.indexOf('?')
  return { ...(query >= 0 ? attributionInQuery(path.slice(query + 1)) : {}), ...attributionOf(body) }
}

/** A path as it is counted: without query and fragment, at most 500 characters. */
export const countedPath = (path: string): string => wellFormed((path.split(/[?#]/)[0] || '/').slice(0, 500))

/**
 * What the batch says of each visitor: the newest report wins, one that is missing leaves the one before. What
 * nobody reported is left out rather than sent as null: every byte is parsed by the database.
 */
function changesOf(events: TrackingEvent[]): VisitorChange[] {
  const changes = new Map<string, VisitorChange>()
  for (const event of events) {
    const before = changes.get(event.visitorId)
    changes.set(event.visitorId, {
      id: event.visitorId,
      first_at: before && (before.first_at ?? before.seen_at),
      seen_at: event.at.toISOString(),
      ip_address: event.ipAddress,
      ...deviceColumns(event.reported, before),
      browser_id: event.device ? identifyBrowser(event.userAgent, event.device).id : before?.browser_id,
      landing_path: before?.landing_path ?? event.landingPath ?? event.view?.path,
      touch: isTouch(event.attribution) ? event.attribution : before?.touch,
      excluded: before?.excluded ?? event.excluded ?? undefined,
    })
  }
  return [...changes.values()]
}

function viewRow(event: TrackingEvent): ReportedView[] {
  if (!event.view) return []
  const { id, path, title, referrer, sessionId } = event.view
  return [
    {
      visitor_id: event.visitorId,
      // A view counts once per visitor, path and second; what came first within one is told beside it.
      at: new Date(Math.floor(event.at.getTime() / 1000) * 1000).toISOString(),
      ms: event.at.getMilliseconds(),
      path,
      id,
      session_id: sessionId,
      title,
      referrer,
      attribution: isTouch(event.attribution) ? event.attribution : undefined,
    },
  ]
}
