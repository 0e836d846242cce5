import { pageAfterLead } from '#contract/lead-pages.ts'
import { trainingTimes } from '#contract/training-times.ts'
import { withinHours } from './calendar.ts'
import type { Random } from './random.ts'
import { SITE_ORIGIN } from './site-pages.ts'
import { type WatchReport, watchReports } from './watch-reports.ts'

/** A page opened at a moment. */
export type View = { at: Date; path: string; referrer: string | undefined }

/** What a lead did afterwards, as far as tagging rules answer to it. */
export type NextStep = {
  at: Date
  trigger: 'video_progress' | 'application' | 'booking'
  page: string
  /** What the page reported of its video. */
  watched?: WatchReport
}

/** One visit as it goes: pages opened, forms sent, and what followed. */
export type Journey = {
  views: View[]
  forms: { at: Date; page: string; elapsed: number }[]
  steps: NextStep[]
}

// How many of a page's new visitors leave their details.
const CONVERSION: Record<string, number> = {
  '/meme': 0.076,
  '/meme2': 0.07,
  '/lander-college': 0.073,
  '/lander-hack': 0.084,
  '/': 0.046,
  '/freetraining': 0.068,
  '/freetraining2': 0.06,
  '/freetrainingc': 0.105,
}

/** Whether a new visitor of a landing page becomes a lead; a crowd that came for the joke rarely does. */
export const becomesLead = (random: Random, landing: string, isViral: boolean): boolean =>
  random.chance((CONVERSION[landing] ?? 0) * (isViral ? 0.55 : 1))

type Walk = Journey & { go(path: string, minSeconds: number, maxSeconds: number): Date; page(): string }

function walkFrom(random: Random, at: Date, landing: string, referrer: string | undefined): Walk {
  let now = at.getTime()
  let here = landing
  const views: View[] = [{ at, path: landing, referrer }]
  return {
    views,
    forms: [],
    steps: [],
    page: () => here,
    go(path, minSeconds, maxSeconds) {
      now += random.whole(minSeconds * 1000, maxSeconds * 1000)
      views.push({ at: new Date(now), path, referrer: SITE_ORIGIN + here })
      here = path
      return new Date(now)
    },
  }
}

/** Somebody who looks: half leave at once, the others open a few more pages. */
export function look(random: Random, at: Date, landing: string, referrer: string | undefined): Journey {
  const walk = walkFrom(random, at, landing, referrer)
  if (random.chance(0.4)) return walk
  const more = random.weighted([
    [1, 36],
    [2, 28],
    [3, 18],
    [4, 10],
    [6, 5],
  ])
  for (let page = 0; page < more; page++) {
    const path = random.weighted([
      ['/', 22],
      ['/freetraining', 24],
      [landing, 26],
      ['/privacy', 6],
      ['/terms', 3],
      ['/builder', 5],
      ['/meme', 4],
      ['/freetraning', 0.6],
    ])
    walk.go(path, 9, 190)
  }
  return walk
}

/** Somebody who sends the form and is led on; the further the step, the fewer take it. */
export function signUp(random: Random, at: Date, landing: string, referrer: string | undefined): Journey {
  const walk = walkFrom(random, at, landing, referrer)
  if (random.chance(0.25)) walk.go(landing, 20, 120)
  if (!pageTakesLeads(walk.page())) walk.go('/freetraining', 10, 60)
  send(random, walk)
  // The next page has a form of its own, and some send that one, too.
  if (walk.page() === '/freetraining' && random.chance(0.11)) send(random, walk, 600)
  if (walk.page() !== '/freetraining') return walk
  if (random.chance(0.46)) watchOn(random, walk)
  else if (random.chance(0.6)) {
    const started = walk.views.at(-1)?.at.getTime() ?? 0
    play(walk, started + random.whole(3, 60) * 1000, random.whole(20, 640))
  }
  return walk
}

const pageTakesLeads = (path: string) => path in CONVERSION

function send(random: Random, walk: Walk, patience = 110): void {
  const page = walk.page()
  const seconds = random.whole(14, patience)
  const next = walk.go(pageAfterLead(page), seconds, seconds)
  walk.forms.push({
    at: new Date(next.getTime() - random.whole(700, 1600)),
    page,
    elapsed: random.whole(6000, seconds * 900),
  })
}

/** A video that plays from a moment on, as far as somebody watches it: what its page reports meanwhile. */
function play(walk: Walk, from: number, until: number): void {
  for (const watched of watchReports(until))
    walk.steps.push({
      ...{ at: new Date(from + watched.second * 1000), trigger: 'video_progress', page: walk.page() },
      watched,
    })
}

// An AI call follows the application at once, so that nobody applies who would be called at night.
const APPLY_FROM = 8
const APPLY_UNTIL = 18

/** Seconds after the page was opened: when the video is over, or the next morning. */
function secondsToApplication(random: Random, opened: number): [number, number] {
  const seconds = random.whole(1100, 2600)
  const wanted = new Date(opened + seconds * 1000)
  const at = withinHours(wanted, APPLY_FROM, APPLY_UNTIL)
  const later = at === wanted ? 0 : random.whole(0, 3 * 3600)
  const after = (at.getTime() - opened) / 1000 + later
  return [after, after]
}

/** The video up to the pitch, then perhaps the application, then perhaps the call. */
function watchOn(random: Random, walk: Walk): void {
  const started = walk.views.at(-1)?.at.getTime() ?? 0
  play(walk, started + random.whole(3, 60) * 1000, random.whole(trainingTimes.pitchSeen + 2, 905))
  if (!random.chance(0.55)) return
  const page = random.weighted([
    ['/thankyoucall', 6],
    ['/thankyoucallb', 2],
    ['/thankyoucallc', 3],
  ])
  const applied = walk.go(page, ...secondsToApplication(random, started))
  walk.steps.push({ at: new Date(applied.getTime() + 1200), trigger: 'application', page })
  if (page === '/thankyoucallc' || !random.chance(0.8)) return
  if (random.chance(0.4)) walk.go('/qualified', 20, 200)
  walk.go('/bookstrategy', 30, 400)
  if (!random.chance(0.72)) return
  const booked = walk.go('/callbooked', 40, 240)
  walk.steps.push({ at: new Date(booked.getTime() + 900), trigger: 'booking', page: '/callbooked' })
}

/** A later visit of somebody who has been here. */
export function comeBack(random: Random, at: Date, landing: string, referrer: string | undefined): Journey {
  const walk = walkFrom(random, at, landing, referrer)
  while (random.chance(0.48) && walk.views.length < 6)
    walk.go(random.pick(['/freetraining', '/', landing, '/freetraining']), 12, 240)
  return walk
}

/** An evening of a member in the training portal. */
export function study(random: Random, at: Date): Journey {
  const walk = walkFrom(random, at, '/trainingportal', undefined)
  while (random.chance(0.42) && walk.views.length < 4) walk.go('/trainingportal', 300, 2400)
  if (random.chance(0.06)) walk.go('/builder', 20, 200)
  return walk
}
