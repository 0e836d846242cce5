import { setTimeout as pause } from 'node:timers/promises'
import { leadMagnetOf } from '#contract/lead-magnet.ts'
import { daysUntil } from './calendar.ts'
import { createDice, type Dice } from './dice.ts'
import { inventPeople, type Person } from './people.ts'
import { reportOf } from './record-traffic.ts'
import { titleOf } from './site-pages.ts'
import { inventVisitor } from './traffic.ts'
import type { DemoVisitor } from './visitor.ts'

// Enough for a long afternoon of showing the dashboard; then the demo falls silent.
const MOST_VISITORS = 2500
const AT_ONCE = 8
const BETWEEN_VISITORS_MS = [2500, 8500] as const
const BETWEEN_PAGES_MS = [3000, 16_000] as const
const LEADS = 0.1

/** Visitors who keep coming while the demo runs. */
export type Trickle = { stop(): Promise<void> }

/**
 * Sends a few live visitors and now and then a lead to the running product, as their browsers would, until it is
 * stopped. The product must take the visitors' addresses from this machine's word (`TRUST_PROXY=loopback`).
 */
export function startTrickle(url: string, say: (line: string) => void): Trickle {
  const ending = new AbortController()
  const { signal } = ending
  const dice = createDice(`live ${Date.now()}`)
  const nextPerson = inventPeople(dice)
  const visits = new Set<Promise<void>>()

  async function letThemCome(): Promise<void> {
    for (let count = 0; count < MOST_VISITORS; count++) {
      await pause(dice.whole(...BETWEEN_VISITORS_MS), undefined, { signal })
      if (visits.size >= AT_ONCE) continue
      const visit = live(url, dice, nextPerson(), signal)
        .catch(complain)
        .finally(() => visits.delete(visit))
      visits.add(visit)
    }
  }
  function complain(error: unknown): void {
    if (signal.aborted) return
    say(`The demo's live visitors stay away: ${error instanceof Error ? error.message : 'something failed'}.`)
    ending.abort()
  }
  const coming = letThemCome().catch(complain)

  return {
    async stop() {
      ending.abort()
      await coming
      await Promise.all(visits)
    },
  }
}

/** One live visit: the pages of an invented visitor at a pace at which one can watch it. */
async function live(url: string, dice: Dice, person: Person, signal: AbortSignal): Promise<void> {
  const at = new Date()
  const today = daysUntil(at).at(-1)
  if (!today) return
  const visitor = inventVisitor(dice, today, at, { until: at, submits: dice.chance(LEADS) })
  const send = browserOf(url, visitor, signal)
  const views = visitor.visits.flatMap((visit) => visit.views.map((view) => ({ ...visit, ...view })))
  const forms = [...visitor.forms]
  for (const { at: opened, path, referrer, attribution, landingPath } of views) {
    const form = forms[0]
    if (form && form.at <= opened) {
      forms.shift()
      await send('/api/capture-lead', {
        ...person,
        ...attribution,
        ...reportOf(visitor),
        page: form.page,
        landing_page: landingPath,
        lead_magnet: leadMagnetOf(form.page),
        device_type: visitor.device.screenWidth < 768 ? 'Mobile' : 'Desktop',
        elapsed: form.elapsed,
        submissionId: crypto.randomUUID(),
      })
    }
    const page = { path, title: titleOf(path), referrer, sessionId: crypto.randomUUID() }
    const view = { ...page, ...attribution, ...reportOf(visitor) }
    await send('/api/visitors/track', { ...view, landingPath })
    await send('/api/visitors/page-view', { ...view, eventId: crypto.randomUUID() })
    await pause(dice.whole(...BETWEEN_PAGES_MS), undefined, { signal })
  }
}

/** Posts as the visitor's browser: its address, its user agent, and the cookie it was given. */
function browserOf(url: string, visitor: DemoVisitor, signal: AbortSignal) {
  let cookie = ''
  return async (path: string, body: object): Promise<void> => {
    const response = await fetch(url + path, {
      method: 'POST',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': visitor.device.userAgent,
        'x-forwarded-for': visitor.ipAddress,
        origin: url,
        ...(cookie ? { cookie } : {}),
      },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? ''
    // Too busy is an answer that visitors get, too; anything else would be a fault of the demo.
    if (!response.ok && response.status !== 503 && response.status !== 429)
      throw new Error(`${path} answered ${response.status}`)
  }
}
