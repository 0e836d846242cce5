import { inventDevice } from './devices.ts'
import { look } from './journey.ts'
import { inventPlace, OFFICE_ADDRESS, ONCE_BLOCKED_ADDRESS } from './places.ts'
import type { Random } from './random.ts'
import { BOTS } from './user-agents.ts'
import { addJourney, type DemoVisitor, newVisitor } from './visitor.ts'

const HOUR_MS = 3_600_000
const OFFICE_HITS = 30

/** Who should not count: machines, the coach's office, an address once blocked by mistake, the owner's own phone. */
export function specialGuests(random: Random, now: Date, size: number): DemoVisitor[] {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const bots = Array.from({ length: Math.max(3, Math.round(26 * size)) }, () => {
    const at = ago(random.whole(1, 34 * 24))
    const device = { ...inventDevice(random, 'desktop', 'en-US'), userAgent: random.pick(BOTS) }
    const bot = newVisitor(random, at, { device, place: inventPlace(random), excluded: 'bot' })
    addJourney(
      bot,
      look(random, at, random.pick(['/', '/freetraining', '/meme', '/wp-login.php']), undefined),
      direct,
    )
    return bot
  })
  const office = atWork(random, ago, { address: OFFICE_ADDRESS, hits: OFFICE_HITS, within: 20 * 24 })
  const mistaken = atWork(random, ago, { address: ONCE_BLOCKED_ADDRESS, hits: 6, within: 9 * 24 })
  const own = { ...atWork(random, ago, { hits: 9, within: 12 * 24 }), excluded: 'owner' as const }
  return [...bots, office, mistaken, own]
}

const direct = { attribution: {}, landingPath: '/' }

function atWork(
  random: Random,
  ago: (hours: number) => Date,
  { address, hits, within }: { address?: string; hits: number; within: number },
): DemoVisitor {
  const device = inventDevice(random, 'desktop', 'en-US')
  const place = { timezone: 'America/Los_Angeles', language: 'en-US' }
  const visitor = newVisitor(random, ago(within), {
    device,
    place,
    ...(address ? { ipAddress: address } : {}),
  })
  const views = Array.from({ length: hits }, () => ({
    at: ago(1 + random.next() * (within - 1)),
    path: random.pick(['/', '/freetraining', '/lander-hack', '/thankyoucall', '/meme']),
    referrer: undefined,
  })).sort((one, other) => one.at.getTime() - other.at.getTime())
  visitor.visits.push({ ...direct, views })
  return visitor
}
