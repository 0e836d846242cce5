import type { FreeSlots } from '#contract/calendar.ts'

const A_DAY = 86_400_000
const HOURS = [9, 9.5, 10, 11, 13, 14, 14.5, 16]

/** Times as they might be free, for the owner's preview, which asks nobody: the working days of the next two weeks. */
export function sampleSlots(now = Date.now()): FreeSlots {
  const slots: string[] = []
  for (let ahead = 1; ahead <= 14; ahead++) {
    const day = new Date(now + ahead * A_DAY)
    if (day.getDay() === 0 || day.getDay() === 6) continue
    for (const hour of HOURS) {
      day.setHours(Math.floor(hour), (hour % 1) * 60, 0, 0)
      slots.push(day.toISOString())
    }
  }
  return { slots, lengthMinutes: 30, timezone: 'UTC' }
}
