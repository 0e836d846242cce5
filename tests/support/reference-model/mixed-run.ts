import { ownerPassword, type RunningProduct } from '#support/running-product.ts'
import { pick, type Random } from '#support/seeded-random.ts'
import { type Happened, newBrowser, type Touch } from './happened.ts'
import { leadsOfRun, type Submit } from './leads-of-run.ts'
import { ownerOfRun } from './owner-of-run.ts'
import { addresses, browserTimezones, paths, queries, referrers, touchIn } from './random-traffic.ts'
import { type Actor, taken } from './run-actor.ts'

const NOWHERE: Touch = { source: '', campaign: null, ad: null }
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/**
 * A funnel's life at random: visitors come back, submit, watch, apply and book; the owner signs in, blocks, marks
 * browsers, releases and erases. All of it is remembered, and what each of it means for what counts.
 */
export function mixedRun(product: RunningProduct, random: Random, now: () => Date) {
  const happened: Happened = {
    views: [],
    captures: [],
    browsers: new Set(),
    blockedAddresses: new Set(),
    blockedPages: new Set(),
  }
  const actors: Actor[] = []
  const leads = leadsOfRun(happened)
  const owner = ownerOfRun({ product, random, now, happened, leads, actors })

  function someone(): Actor {
    if (actors.length === 0 || random() < 0.25) {
      const address = pick(random, addresses)
      // A crawler counts nowhere; a program does, where the site is not on the internet.
      const agent = random() < 0.08 ? pick(random, [bot, 'curl/8.5.0']) : undefined
      const client = product.browser(agent, { 'x-forwarded-for': address })
      actors.push({
        client,
        browser: newBrowser(agent === bot),
        address,
        timezone: pick(random, browserTimezones),
        submitted: [],
      })
    }
    return pick(random, actors)
  }

  /** What a tracking call or a submit tells of its browser. */
  function told({ browser, address, timezone }: Actor, touch: Touch | null): Touch {
    happened.browsers.add(browser)
    browser.seenAt = now()
    browser.address = address
    browser.foundBy.address = address
    browser.foundBy.timezone = timezone || browser.foundBy.timezone
    browser.foundBy.firstTouch ??= touch
    browser.lastTouch = touch ?? browser.lastTouch
    return browser.lastTouch ?? NOWHERE
  }

  async function view(): Promise<void> {
    const actor = someone()
    const [path, query, referrer] = [pick(random, paths), pick(random, queries), pick(random, referrers)]
    const title = `A page called ${path.slice(1)}`
    const second = new Date(Math.floor(now().getTime() / 1000) * 1000)
    // Sometimes the same view comes twice in its second.
    for (let times = random() < 0.1 ? 2 : 1; times > 0; times -= 1)
      await taken(actor, '/api/visitors/page-view', {
        path: path + query,
        referrer,
        title,
        timezone: actor.timezone,
      })
    const touch = told(actor, touchIn(query))
    const { browser, address } = actor
    browser.wasActive = true
    const isKnown = happened.views.some(
      (other) => other.browser === browser && other.path === path && other.at.getTime() === second.getTime(),
    )
    const event = { ...touch, browser, at: second, path, title, referrer: referrer || null, address }
    if (!isKnown) happened.views.push(event)
  }

  /** A page that reports its device and is closed before its view is sent. */
  async function track(): Promise<void> {
    const actor = someone()
    const query = pick(random, queries)
    await taken(actor, '/api/visitors/track', { path: pick(random, paths) + query, timezone: actor.timezone })
    told(actor, touchIn(query))
  }

  async function capture(kind: 'form' | 'record'): Promise<void> {
    const actor = someone()
    const person = Math.floor(random() * 24)
    const [slug, query] = [pick(random, paths), random() < 0.3 ? pick(random, queries) : '']
    const isSpam = kind === 'form' && random() < 0.15
    const who = {
      name: `Person Number${person}`,
      email: `person${person}@example.com`,
      phone: `(202) 555-01${String(person + 10)}`,
    }
    const fields = { ...who, ...Object.fromEntries(new URLSearchParams(query)), timezone: actor.timezone }
    const submit: Submit = { ...who, actor, at: now(), slug, isCustomer: kind === 'form', touch: NOWHERE }
    if (kind === 'form') {
      const trap = isSpam ? { website: 'x' } : {}
      await taken(actor, '/api/capture-lead', { ...fields, page: slug, ...trap })
      const { id, leadId } = await stored(actor, who.email)
      actor.browser.wasActive = true
      submit.touch = told(actor, touchIn(query))
      if (isSpam) leads.hold(id, submit)
      else leads.admit(leadId, submit)
    }
    const isNew = !leads.submittedLately(submit)
    await taken(actor, '/api/analytics/capture-with-visitor', { ...fields, slug })
    if (!isNew) return
    const { leadId } = await stored(actor, who.email)
    actor.browser.wasActive = true
    submit.touch = told(actor, touchIn(query))
    leads.admit(leadId, submit)
  }

  /** What the product has stored of a browser's newest submit of an email. */
  async function stored({ browser }: Actor, email: string): Promise<{ id: string; leadId: string }> {
    const [row] = await product.query(
      'select id, lead_id from lead_captures where email = $1 and visitor_id = $2 order by at desc, id desc limit 1',
      [email, browser.id],
    )
    if (!row) throw new Error(`nothing is stored of ${email}`)
    return { id: row.id, leadId: row.lead_id }
  }

  async function goOn(): Promise<void> {
    const actor = someone()
    const kind = pick(random, ['video', 'application', 'booking'] as const)
    if (kind === 'video') {
      const watchTime = pick(random, [300, 714, 715, 900])
      await taken(actor, '/api/leads/add-video-tag', { watchTime })
      leads.watched(actor, watchTime)
    } else if (kind === 'application') {
      const page = pick(random, ['/thankyoucallb', '/bookstrategy'])
      await taken(actor, '/api/leads/application-confirmation', { page })
      leads.applied(actor, page)
    } else {
      const own = leads.linkedLead(actor)
      if (!own) return
      const tagName = 'VH04 - Booked Call'
      await taken(actor, '/api/leads/add-booking-tag', { email: own.email, tagName, source: 'cal_booking' })
      leads.booked(own)
    }
  }

  async function signIn(): Promise<void> {
    const actor = someone()
    await taken(actor, '/api/analytics/verify-password', { password: ownerPassword })
    actor.browser.isOwners = true
  }

  /** Anything of it happens. */
  async function step(): Promise<void> {
    const chance = random()
    if (chance < 0.5) await view()
    else if (chance < 0.55) await track()
    else if (chance < 0.73) await capture('form')
    else if (chance < 0.76) await capture('record')
    else if (chance < 0.87) await goOn()
    else if (chance < 0.88) await signIn()
    else await owner.deed()
  }

  /** Somebody looks at a page or leaves their details. */
  const visit = () => (random() < 0.7 ? view() : capture('form'))

  return { happened, leads, owner, step, visit }
}
