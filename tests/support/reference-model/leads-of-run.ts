import {
  type Browser,
  type Happened,
  isHiddenCapture,
  isHiddenView,
  type Lead,
  newBrowser,
  type Touch,
} from './happened.ts'
import type { Actor } from './run-actor.ts'

const HOUR = 3_600_000

/** A form that was sent, or what a browser told without one. */
export type Submit = {
  actor: Actor
  at: Date
  slug: string
  name: string
  email: string
  phone: string
  isCustomer: boolean
  touch: Touch
}

type Milestone = { watchTime: number } | { page: string }

/** The leads of a mixed run: who is one, what each reached, what waits for the browser's first submit, what is held. */
export function leadsOfRun(happened: Happened) {
  const byEmail = new Map<string, Lead>()
  const held = new Map<string, Submit>()
  /** Who a browser belongs to: the lead it was the first to submit, last. Another's email makes it nobody's. */
  const owners = new Map<Actor, Lead>()
  /** The browsers that are known as a lead's own. */
  const linked = new Map<Lead, Set<Browser>>()
  const waiting = new Map<Actor, Milestone[]>()
  const told = new Map<Actor, Set<string>>()

  function admit(leadId: string, { actor, at, slug, name, email, phone, isCustomer, touch }: Submit): void {
    let lead = byEmail.get(email)
    if (!lead) {
      const [steps, tags] = [new Set<string>(), new Set(['VH01 - Lead'])]
      lead = { id: leadId, name, email, phone, slug, isCustomer, isErased: false, steps, tags }
      byEmail.set(email, lead)
      linked.set(lead, new Set([actor.browser]))
    }
    if (lead.id !== leadId) throw new Error(`${email} is lead ${lead.id}, the product says ${leadId}`)
    lead.isCustomer ||= isCustomer
    const { browser, address } = actor
    happened.captures.push({ ...touch, browser, lead, at, path: slug, address })
    actor.submitted.push({ lead, at })
    if (linked.get(lead)?.has(browser)) owners.set(actor, lead)
    if (/freetraining|training|vsl/.test(slug)) sawPitch(lead)
    if (slug.includes('thankyoucall')) apply(lead, slug)
    for (const milestone of waiting.get(actor) ?? []) reach(lead, milestone)
    waiting.delete(actor)
  }

  function sawPitch({ steps, tags }: Lead): void {
    steps.add('saw-pitch')
    tags.add('VH02 - Saw Pitch')
  }

  function apply({ steps, tags }: Lead, page: string): void {
    steps.add('applied')
    if (page.includes('thankyoucall')) tags.add('VH03 - Filled Application')
  }

  function reach(lead: Lead, milestone: Milestone): void {
    if ('page' in milestone) apply(lead, milestone.page)
    else if (milestone.watchTime >= 715) sawPitch(lead)
  }

  /** Each second that is reported and each page applied on is told once for a browser, and waits where it has no lead. */
  function happens(actor: Actor, key: string, milestone: Milestone): void {
    const keys = told.get(actor) ?? new Set()
    told.set(actor, keys)
    if (keys.has(key)) return
    keys.add(key)
    const lead = ownLead(actor)
    if (lead) reach(lead, milestone)
    else waiting.set(actor, [...(waiting.get(actor) ?? []), milestone])
  }

  function ownLead({ submitted }: Actor): Lead | undefined {
    return submitted.filter(({ lead }) => !lead.isErased).sort((a, b) => b.at.getTime() - a.at.getTime())[0]
      ?.lead
  }

  /** Takes a lead's person out: what counts stays as somebody's, what is hidden or held goes. */
  function erase(lead: Lead): void {
    const own = [...owners].filter(([, owner]) => owner === lead).map(([actor]) => actor)
    const browsers = new Set(own.map(({ browser }) => browser))
    happened.views = happened.views.filter(
      (view) => !browsers.has(view.browser) || !isHiddenView(happened, view),
    )
    for (const view of happened.views)
      if (browsers.has(view.browser)) Object.assign(view, { address: null, title: null })
    for (const browser of browsers) {
      browser.address = null
      Object.assign(browser.foundBy, { address: null, timezone: null })
    }
    happened.captures = happened.captures.filter(
      (capture) => capture.lead !== lead || !isHiddenCapture(happened, capture),
    )
    for (const capture of happened.captures) if (capture.lead === lead) capture.address = null
    for (const [id, submit] of held) if (submit.email === lead.email) held.delete(id)
    for (const actor of own) {
      owners.delete(actor)
      // The owner's own browser stays what it is; any other comes back as somebody new.
      if (actor.browser.isOwners || actor.browser.isMarkedOwn) continue
      actor.browser = newBrowser(actor.browser.isExcluded)
      actor.submitted = []
      told.delete(actor)
      waiting.delete(actor)
    }
    byEmail.delete(lead.email)
    const email = `erased-${lead.id}@erased.invalid`
    Object.assign(lead, { email, name: 'Erased person', phone: '', isErased: true })
  }

  return {
    held,
    admit,
    hold: (id: string, submit: Submit) => held.set(id, submit),
    /** The lead that a browser submitted last, where it is known as that person's. */
    linkedLead(actor: Actor): Lead | undefined {
      const lead = ownLead(actor)
      return lead && linked.get(lead)?.has(actor.browser) ? lead : undefined
    },
    erase,
    known: () => [...byEmail.values()],
    watched: (actor: Actor, watchTime: number) => happens(actor, `second ${watchTime}`, { watchTime }),
    applied: (actor: Actor, page: string) => happens(actor, page, { page }),
    booked({ steps, tags }: Lead) {
      steps.add('booked')
      tags.add('VH04 - Booked Call')
    },
    /** Whether the browser sent this email within the hour: telling more of it is no second submit. */
    submittedLately: ({ actor, email, at }: Submit) =>
      [...held.values()].some(
        (submit) =>
          submit.actor === actor && submit.email === email && at.getTime() - submit.at.getTime() <= HOUR,
      ) ||
      happened.captures.some(
        (capture) =>
          capture.browser === actor.browser &&
          capture.lead.email === email &&
          at.getTime() - capture.at.getTime() <= HOUR,
      ),
  }
}
