import { expect, it } from 'vitest'
import { whyNotNow } from '#server/voice/why-not-called.ts'
import { inventReachable } from './awake-people.ts'
import { coachSite } from './coach-site.ts'
import { createRandom } from './random.ts'

const MINUTE_MS = 60_000

it.each(['2026-01-15', '2026-07-15'])(
  'on %s there is at every half hour somebody whom the coach’s agent may call, also a little later',
  (day) => {
    const random = createRandom(day)
    const rules = { setup: coachSite.calls, ownCountry: 'US' }
    for (let minute = 0; minute < 24 * 60; minute += 30) {
      const now = new Date(new Date(`${day}T00:00:00Z`).getTime() + minute * MINUTE_MS)
      const { place, phone } = inventReachable(random, now)
      for (const later of [0, 20])
        expect(
          whyNotNow({ phone, timezone: place.timezone }, rules, new Date(now.getTime() + later * MINUTE_MS)),
          `${phone} at ${now.toISOString()}`,
        ).toBe(null)
    }
  },
)
