import { inventReachable } from './awake-people.ts'
import { visitorsPerHour } from './calendar.ts'
import type { DemoVendors } from './demo-vendors.ts'
import { createLiveStories } from './live-stories.ts'
import { type LiveGuest, liveVisit } from './live-visit.ts'
import { createPace } from './pace.ts'
import { inventPeople } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { sendNews } from './send-news.ts'

// Enough for a long afternoon of showing the dashboard; then the demo falls silent.
const MOST_VISITORS = 2500
const AT_ONCE = 8
const LEADS = 0.08
// Whoever has just opened the dashboard sees a lead come in: the first two leave their details, and are soon called.
const AT_THE_DOOR = 2
const AT_THE_DOOR_MS = [2500, 8500] as const
const HOUR_MS = 3_600_000
// As many as in the month at this hour; but at night a demo must not seem to have stopped.
const FEWEST_AN_HOUR = 12

/** Visitors who keep coming while the demo runs. */
export type Trickle = { stop(): Promise<void> }

/**
 * Sends a few live visitors and now and then a lead to the running product, as their browsers would, and what vendors
 * say of these leads afterwards, until it is stopped. The product must take the visitors' addresses from this
 * machine's word (`TRUST_PROXY=loopback`). `hurry` makes everything that many times as fast.
 */
export function startTrickle(
  url: string,
  { secrets, voice }: Pick<DemoVendors, 'secrets' | 'voice'>,
  { say, hurry = 1 }: { say(line: string): void; hurry?: number },
): Trickle {
  const ending = new AbortController()
  const { signal } = ending
  const random = createRandom(`live ${Date.now()}`)
  const pace = createPace(random, signal, hurry)
  const nextPerson = inventPeople(random)
  const visits = new Set<Promise<void>>()
  const stories = createLiveStories(random, (news) => sendNews({ url, secrets, signal }, news))

  async function letThemCome(): Promise<void> {
    for (let count = 0; count < MOST_VISITORS; count++) {
      await pace(count < AT_THE_DOOR ? AT_THE_DOOR_MS : pauseNow(random))
      if (visits.size >= AT_ONCE) continue
      const visit = come(count < AT_THE_DOOR ? guestAtTheDoor() : guest())
        .catch(complain)
        .finally(() => visits.delete(visit))
      visits.add(visit)
    }
  }
  const guest = (): LiveGuest => ({ person: nextPerson(), submits: random.chance(LEADS) })
  function guestAtTheDoor(): LiveGuest {
    const { place, phone } = inventReachable(random, new Date())
    return { person: { ...nextPerson(), phone }, submits: true, place, agreesToCall: true }
  }
  async function come(someone: LiveGuest): Promise<void> {
    const lead = await liveVisit({ url, random, signal, pace }, someone)
    if (lead) stories.add(lead)
  }
  function complain(error: unknown): void {
    if (signal.aborted) return
    say(`The demo's live visitors stay away: ${error instanceof Error ? error.message : 'something failed'}.`)
    ending.abort()
  }
  const coming = letThemCome().catch(complain)
  const triggerEvent = stories.run(pace).catch(complain)
  const calling = voice.reportTo(url, { onTrouble: complain, hurry })

  return {
    async stop() {
      ending.abort()
      await Promise.all([coming, triggerEvent, calling.end(), ...visits])
    },
  }
}

/** How long until the next visitor: on average as in the month at this hour. */
function pauseNow(random: Random): [least: number, most: number] {
  const average = HOUR_MS / Math.max(FEWEST_AN_HOUR, visitorsPerHour(random, new Date()))
  return [average * 0.4, average * 1.6]
}
