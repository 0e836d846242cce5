import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pick, type Random } from '#support/seeded-random.ts'
import { createBrowser, type TestBrowser } from '#support/test-browser.ts'
import type { Ledger } from './kill-ledger.ts'

type Step = { path: string; body: Record<string, unknown>; note(ledger: Ledger): void }
type Unanswered = { browser: TestBrowser; step: Step }

/** How a round's writes went: acknowledged at once, and those without an answer, to be repeated. */
export type Load = { acknowledged: number; unanswered: Unanswered[] }

const CLIENTS = 16
const PAUSE_MS = 45

/**
 * Lets 16 clients write like visitors, with pauses, until `isOver`. What is acknowledged goes into the ledger;
 * what is not stays with its client. A client whose write is not acknowledged goes no further in that visit.
 */
export async function writeUntil(
  isOver: () => boolean,
  options: { url: string; random: Random; ledger: Ledger },
): Promise<Load> {
  const load: Load = { acknowledged: 0, unanswered: [] }
  async function client(number: number): Promise<void> {
    while (!isOver()) {
      const browser = createBrowser(options.url)
      for (const step of visit(options.random, number)) {
        if (isOver()) return
        if (!(await attempt(browser, step, options.ledger))) {
          load.unanswered.push({ browser, step })
          break
        }
        load.acknowledged += 1
        await pause(PAUSE_MS * (0.5 + options.random()))
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return load
}

/** Sends everything that was not acknowledged once more, with the same ids, until it is. */
export async function repeat(unanswered: Unanswered[], ledger: Ledger): Promise<void> {
  for (const { browser, step } of unanswered) {
    for (let tries = 1; !(await attempt(browser, step, ledger)); tries += 1) {
      if (tries === 20) throw new Error(`${step.path} is still not acknowledged after ${tries} tries`)
      await pause(250)
    }
  }
}

async function attempt(browser: TestBrowser, step: Step, ledger: Ledger): Promise<boolean> {
  try {
    const { status, text } = await browser.post(step.path, step.body)
    if (status !== 200 && status !== 503) throw new Refused(`${step.path} answered ${status}: ${text}`)
    if (status === 200) step.note(ledger)
    return status === 200
  } catch (error) {
    if (error instanceof Refused) throw error
    return false
  }
}

/** An answer that no kill explains. */
class Refused extends Error {}

/** One browser's visit; some begin with the form, as a browser without the tracker does. */
function* visit(random: Random, client: number): Generator<Step> {
  const email =
    random() < 0.2 ? `shared${Math.floor(random() * 5)}@example.com` : `${randomUUID()}@example.com`
  const source = pick(random, ['', '?utm_source=ig&utm_campaign=a', '?utm_source=tiktok', '?fbclid=x1'])
  if (random() < 0.75) {
    yield step('/api/visitors/track', { path: `/meme${source}`, fingerprint: client })
    for (let page = 0; page < 3; page += 1) {
      const eventId = randomUUID()
      yield step(
        '/api/visitors/page-view',
        { path: `/page-${page}${source}`, title: 'A page', eventId },
        (ledger) => ledger.views.add(eventId),
      )
    }
  }
  const submissionId = randomUUID()
  const who = { name: `Client ${client}`, email, phone: '(202) 555-0143' }
  const page = pick(random, ['/meme', '/freetraining', '/'])
  yield step('/api/capture-lead', { ...who, page, submissionId }, (ledger) =>
    ledger.captures.set(submissionId, email),
  )
  yield step('/api/analytics/capture-with-visitor', { ...who, slug: page, timezone: 'UTC' })
}

const step = (
  path: string,
  body: Record<string, unknown>,
  note: (ledger: Ledger) => void = () => {},
): Step => ({
  path,
  body,
  note,
})
