import { isCallingHour } from '#server/voice/calling-hours.ts'
import type { Place } from './places.ts'
import type { Random } from './random.ts'

/** Where somebody is, with a phone number of that place. */
export type Reachable = { place: Place; phone: string }

// Together they have day at every hour, each before the last one's night; numbers from the ranges kept for fiction.
const AREAS: readonly (Place & { isHome?: true; prefix: string; from: number; to: number })[] = [
  ...[202, 212, 617].map((code) => american('America/New_York', code)),
  ...[312, 512].map((code) => american('America/Chicago', code)),
  ...[206, 213, 415].map((code) => american('America/Los_Angeles', code)),
  { timezone: 'America/Halifax', language: 'en-CA', prefix: '+1902555', from: 100, to: 199 },
  { timezone: 'Australia/Perth', language: 'en-AU', prefix: '+6185550', from: 0, to: 9999 },
]

function american(timezone: string, code: number) {
  const place = { timezone, language: 'en-US', isHome: true } as const
  return { ...place, prefix: `+1${code}555`, from: 100, to: 199 }
}

// Until then somebody who comes now has applied.
const WITHIN_MS = 20 * 60_000

/** Somewhere a phone may ring at a moment and for a while after it: in the United States while it is day there. */
export function inventReachable(random: Random, at: Date): Reachable {
  const reachable = AREAS.map((area) => ({ area, phone: numberIn(random, area) })).filter(
    ({ area, phone }) =>
      isCallingHour(phone, area.timezone, at) &&
      isCallingHour(phone, area.timezone, new Date(at.getTime() + WITHIN_MS)),
  )
  const atHome = reachable.filter(({ area }) => area.isHome)
  const { area, phone } = random.pick(atHome.length > 0 ? atHome : reachable)
  return { place: { timezone: area.timezone, language: area.language }, phone }
}

const numberIn = (random: Random, { prefix, from, to }: (typeof AREAS)[number]): string =>
  prefix + String(random.whole(from, to)).padStart(4, '0')
