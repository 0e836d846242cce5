import { CompiledQuery } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { idsOn } from '#server/platform/ids.ts'
import type { Pipeline } from '#server/platform/pipeline.ts'
import { readDevice } from '#server/tracking/read-device.ts'
import { recordEvents, type TrackingEvent } from '#server/tracking/record-events.ts'
import { fingerprintOf } from '#web/site/browser/fingerprint.ts'
import type { Random } from './random.ts'
import { titleOf } from './site-pages.ts'
import type { DemoVisitor } from './visitor.ts'

const BATCH = 500

/** What a visitor's browser reports of itself with every call. */
export function reportOf({ device, place }: DemoVisitor) {
  const { pixelRatio, userAgent: _sentAsHeader, ...screen } = device
  const fingerprint = String(fingerprintOf({ ...device, ...place, colorDepth: 24, pixelRatio }))
  return { fingerprint, ...place, ...screen }
}

/** The page views of a visitor as tracking events, oldest first. */
export function eventsOf(random: Random, visitor: DemoVisitor): TrackingEvent[] {
  const reported = reportOf(visitor)
  const device = readDevice(visitor.device.userAgent)
  const events = visitor.visits.flatMap(({ attribution, landingPath, views }) =>
    views.map(({ at, path, referrer }) => ({
      visitorId: visitor.id,
      at,
      ipAddress: visitor.ipAddress,
      userAgent: visitor.device.userAgent,
      device,
      // The owner's own browser is told apart later, when it signs in.
      excluded: visitor.excluded === 'bot' ? visitor.excluded : null,
      reported,
      landingPath,
      attribution: { ...attribution, ...(visitor.fbp ? { fbp: visitor.fbp } : {}) },
      view: {
        id: idsOn({ now: () => at }, random.bytes)(),
        path,
        title: titleOf(path),
        referrer,
        sessionId: Buffer.from(random.bytes(12)).toString('base64url'),
      },
    })),
  )
  return events.sort((one, other) => one.at.getTime() - other.at.getTime())
}

/**
 * Records events in batches, each visitor's in the order they happened. The first event of every visitor goes
 * ahead in batches of its own: within one batch a visitor counts as first seen at its newest event.
 */
export async function recordTraffic(database: Database, histories: TrackingEvent[][]): Promise<number> {
  const oneByOne: Pipeline = {
    run: async ({ text }, values) => void (await database.executeQuery(CompiledQuery.raw(text, values))),
  }
  const storedBrowsers = new Set<string>()
  const first = histories.flatMap((events) => events.slice(0, 1))
  const later = histories.flatMap((events) => events.slice(1))
  for (const events of [first, later]) {
    events.sort((one, other) => one.at.getTime() - other.at.getTime())
    for (let start = 0; start < events.length; start += BATCH)
      await recordEvents(oneByOne, events.slice(start, start + BATCH), storedBrowsers)
  }
  return first.length + later.length
}
