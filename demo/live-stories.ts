import { inventFate, type LiveFate, type LiveStep, liveStory } from './live-story.ts'
import type { LiveLead } from './live-visit.ts'
import { skipToEnd, watchLive } from './live-watching.ts'
import type { Pace } from './pace.ts'
import type { Random } from './random.ts'
import type { News } from './vendor-news.ts'

const BETWEEN_STEPS_MS = [20_000, 40_000] as const
// Whoever has not come to an end by then has changed their mind.
const MOST_OPEN = 12

/** What the leads that came in live go on to do, one thing at a time. */
export type LiveStories = {
  add(lead: LiveLead): void
  /** Lets things happen at a pace until that ends it; rejects with what went wrong. */
  run(pace: Pace): Promise<void>
}

/**
 * Keeps the stories of live leads. The first two leads go all the way and jump to the end of the video, so that every
 * vendor is soon heard from; the others watch it in its own time.
 */
export function createLiveStories(random: Random, tell: (news: News) => Promise<void>): LiveStories {
  const open: LiveStep[][] = []
  const come: { lead: LiveLead; fate: LiveFate; isHurried: boolean }[] = []
  const first: LiveFate[] = ['paid', 'moved']

  const begin = async (pace: Pace, { lead, fate, isHurried }: (typeof come)[number]) => {
    await (isHurried ? skipToEnd(random, lead) : watchLive(random, lead, pace))
    const steps = liveStory(random, lead, fate, tell)
    if (steps.length > 0) open.push(steps)
    if (open.length > MOST_OPEN) open.shift()
  }
  return {
    add(lead) {
      const hurried = first.shift()
      const fate = hurried ?? inventFate(random)
      if (fate !== 'lost') come.push({ lead, fate, isHurried: hurried !== undefined })
    },
    async run(pace) {
      const troubles: unknown[] = []
      for (;;) {
        await pace(BETWEEN_STEPS_MS)
        if (troubles.length > 0) throw troubles[0]
        for (const one of come.splice(0)) begin(pace, one).catch((error) => troubles.push(error))
        // Who came first goes on, more often than not: else everybody begins and nobody ends.
        const steps = random.chance(0.6) ? open[0] : open.at(random.whole(0, Math.max(0, open.length - 1)))
        await steps?.shift()?.()
        for (const [index, { length }] of [...open.entries()].reverse())
          if (length === 0) open.splice(index, 1)
      }
    },
  }
}
