import type { Clock } from '#server/platform/clock.ts'

/** A Wednesday noon in Los Angeles, far from midnight, a week's or a month's end and a change of clocks. */
export const wednesday = '2026-11-18T20:00:00Z'

/** A clock that shows this time now and goes on from there as time passes, whatever day the machine has. */
export function clockFrom(start: string): Clock {
  const ahead = Date.parse(start) - Date.now()
  return { now: () => new Date(Date.now() + ahead) }
}
