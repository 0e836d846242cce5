import { z } from 'zod'
import { leadMagnetOf } from '#contract/lead-magnet.ts'
import { daysUntil } from './calendar.ts'
import { type LiveBrowser, openLiveBrowser } from './live-browser.ts'
import type { Pace } from './pace.ts'
import type { Person } from './people.ts'
import type { Place } from './places.ts'
import type { Random } from './random.ts'
import { reportOf } from './record-traffic.ts'
import { inventVisitor } from './traffic.ts'
import type { KnownLead } from './vendor-news.ts'
import type { DemoVisitor, Visit } from './visitor.ts'

/** Somebody who has just left their details, with the browser they did it in. */
export type LiveLead = KnownLead & {
  visitor: DemoVisitor
  browser: LiveBrowser
  remembered: Pick<Visit, 'attribution' | 'landingPath'>
}

const BETWEEN_PAGES_MS = [3000, 16_000] as const
const CALL_CONSENTS = 0.75
const Captured = z.object({ leadId: z.string() })

/** Somebody who comes live. `place` and `agreesToCall` decide what chance would. */
export type LiveGuest = { person: Person; submits: boolean; place?: Place; agreesToCall?: boolean }

/**
 * One live visit: the pages of an invented visitor at a pace at which one can watch it. Somebody who leaves their
 * details goes no further than the page after the form; the lead is given.
 */
export async function liveVisit(
  { url, random, signal, pace }: { url: string; random: Random; signal: AbortSignal; pace: Pace },
  { person, submits, place, agreesToCall = random.chance(CALL_CONSENTS) }: LiveGuest,
): Promise<LiveLead | undefined> {
  const at = new Date()
  const today = daysUntil(at).at(-1)
  if (!today) return undefined
  const visitor = inventVisitor(random, today, at, { until: at, submits, ...(place && { place }) })
  const browser = openLiveBrowser(url, visitor, signal)
  const forms = [...visitor.forms]
  let lead: LiveLead | undefined
  for (const { views, ...remembered } of visitor.visits)
    for (const { at: opened, path, referrer } of views) {
      if (submits && forms.length === 0) return lead
      const form = forms[0]
      if (form && form.at <= opened) {
        forms.shift()
        await browser.reach(form.page, 'popup')
        const { landingPath: landing_page, attribution } = remembered
        const answer = await browser.post('/api/capture-lead', {
          ...{ ...person, ...attribution, ...reportOf(visitor) },
          ...{ page: form.page, landing_page, lead_magnet: leadMagnetOf(form.page), elapsed: form.elapsed },
          device_type: visitor.device.screenWidth < 768 ? 'Mobile' : 'Desktop',
          submissionId: crypto.randomUUID(),
          callConsent: agreesToCall,
        })
        await browser.reach(form.page, 'submit')
        const id = Captured.safeParse(answer).data?.leadId
        if (id) lead = { id, person, visitor, browser, remembered }
      }
      await browser.open({ path, referrer, ...remembered })
      await pace(BETWEEN_PAGES_MS)
    }
  return lead
}
