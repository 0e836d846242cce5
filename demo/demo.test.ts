import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isbot } from 'isbot'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdsQuery } from '#contract/ad-results.ts'
import { formProblems } from '#contract/application-problems.ts'
import { walk } from '#contract/application-way.ts'
import { type CalendarRules, defaultRules } from '#contract/calendar-hours.ts'
import { isNamed, unansweredClaims, withoutHiddenClaims } from '#contract/claim-answers.ts'
import { publishProblems } from '#contract/content-guards.ts'
import { playedFilm } from '#contract/film-source.ts'
import { RangeQuery } from '#contract/range.ts'
import { defaultSiteContent } from '#contract/site-content.ts'
import { mailKinds } from '#contract/site-content-mails.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import { sourceOf } from '#contract/video-source.ts'
import { readLive } from '#server/content/store.ts'
import { rollUpPending } from '#server/counting/roll-up.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { filmFolder } from '#server/films/film-folder.ts'
import { listFilmRows } from '#server/films/store.ts'
import { readAds } from '#server/reports/read-ads.ts'
import { summarize } from '#server/reports/summarize.ts'
import { type FreshDatabase, freshDatabase } from '#support/fresh-database.ts'
import { callNews } from './call-news.ts'
import { coachSite } from './coach-site.ts'
import { coachHours } from './coach-words.ts'
import { type DemoVendors, startDemoVendors } from './demo-vendors.ts'
import { fillMonth } from './fill-month.ts'
import type { NextStep } from './journey.ts'
import { openMonthDatabase } from './open-month-database.ts'
import { inventAnswers } from './own-answers.ts'
import { freeTime } from './own-funnel.ts'
import { publishSite } from './publish-site.ts'
import { createRandom } from './random.ts'
import { inventTraffic } from './traffic.ts'
import { newsOf } from './vendor-news.ts'
import { vendorsOfMonth } from './vendors-of-month.ts'

const SIZE = 0.12
// The evening of the 31st: the day on which "Last month" is easiest to leave empty.
const now = new Date('2026-10-31T20:15:00-07:00')

let fresh: FreshDatabase
let vendors: DemoVendors
let month: Awaited<ReturnType<typeof openMonthDatabase>>
let filled: Awaited<ReturnType<typeof fillMonth>>

beforeAll(async () => {
  fresh = await freshDatabase()
  vendors = await startDemoVendors({ now: () => now })
  month = await openMonthDatabase({ connectionString: fresh.url }, () => {})
  filled = await fillMonth({ ...month, ...vendorsOfMonth(vendors, { now: () => now }), now }, SIZE)
  // A reader waits a second for it at most, which a busy machine may take longer for.
  await rollUpPending(month.database, { patiently: true })
})
afterAll(async () => {
  await month?.close()
  await vendors?.stop()
  await fresh?.drop()
})

async function rows<Row>(query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(month.database)).rows
}
const summary = (range: RangeQuery['range']) => summarize(month.database, RangeQuery.parse({ range }), now)

describe('the month that a demo shows', () => {
  it('books a call later where the next days are full, and none where all are', async () => {
    const random = createRandom('full')
    const timeBy = (rules: CalendarRules) => freeTime({ database: month.database, rules, random }, now)
    const rules = defaultRules('America/Los_Angeles')
    const found = await timeBy({ ...rules, noticeHours: 6 * 24 })
    expect(Date.parse(found ?? '')).toBeGreaterThan(now.getTime() + 6 * 24 * 3_600_000)
    expect(await timeBy({ ...rules, noticeHours: 720 })).toBeUndefined()
  })

  it('speaks for an invented coach with a portrait, who has answered for every claim', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'demo-media-'))
    await publishSite(month.database, folder)
    const { rows: films } = await listFilmRows(month.database)
    const [film] = films
    const { filmsPath } = filmFolder(folder)
    expect((await readdir(filmsPath)).sort()).toEqual(films.map(({ parts }) => parts[0]?.file))
    for (const { bytes, parts } of films)
      expect((await stat(join(filmsPath, parts[0]?.file ?? ''))).size).toBe(bytes)
    await rm(folder, { recursive: true })
    const content = readStoredContent((await readLive(month.database))?.content).content
    expect(isNamed(content)).toBe(true)
    expect(unansweredClaims(content)).toEqual([])
    expect(withoutHiddenClaims(content)).toEqual(content)
    for (const page of [content.freetraining, content.freetraining2, content.freetrainingc])
      expect(playedFilm(page.video)).toMatchObject({ kind: 'file', isSample: false, media: film?.id })
    expect(content.brand.portrait.src).toMatch(/^\/media\//)
    // Whoever tries the editor can publish what they change, and marks one video as done at a time.
    expect(publishProblems(content)).toEqual({})
    const inPortal = content.portal.weeks.flatMap(({ videos }) => videos.map((video) => sourceOf(video)?.id))
    expect(inPortal).toEqual(films.slice(1).map(({ id }) => id))
  })

  it('has an application of the coach’s own, which its people answer whole and which leads on by their answers', () => {
    const { apply } = coachSite
    expect(formProblems(apply)).toEqual({})
    const labels = defaultSiteContent.apply.questions.map(({ label }) => label)
    expect(apply.questions.filter(({ label }) => labels.includes(label))).toEqual([])
    const random = createRandom('answers')
    const person = { name: 'Ada Kern', email: 'ada@example.com', phone: '+1 202 555 0143' }
    const ways = Array.from({ length: 200 }, () => walk(apply, inventAnswers(random, person)))
    for (const { problems, offWay } of ways)
      expect({ problems, offWay }).toEqual({ problems: {}, offWay: [] })
    expect(new Set(ways.map(({ ending }) => ending))).toEqual(
      new Set(['/thankyoucall', '/bookstrategy', '/thankyoucallc']),
    )
  })

  it('leaves no page, mail or hour as it was delivered that speaks for a coach', () => {
    for (const part of [
      'thankyoucall',
      'thankyoucallb',
      'thankyoucallc',
      'qualified',
      'bookstrategy',
    ] as const)
      expect(coachSite[part].headline, part).not.toBe(defaultSiteContent[part].headline)
    for (const page of ['terms', 'privacy'] as const)
      expect(coachSite[page].text, page).not.toBe(defaultSiteContent[page].text)
    for (const kind of mailKinds)
      expect(coachSite.mails[kind].text, kind).not.toBe(defaultSiteContent.mails[kind].text)
    expect(coachHours.week).not.toEqual(defaultRules('America/Los_Angeles').week)
  })

  it('has numbers as a coach with some ads would have them', async () => {
    const all = await summary('all')
    expect(filled.pageViews).toBeGreaterThan(1800)
    expect(all.pageViews / all.visitors).toBeGreaterThan(2)
    expect(all.pageViews / all.visitors).toBeLessThan(4.5)
    expect(all.leads).toBeGreaterThan(25)
    expect(all.conversionRate).toBeGreaterThan(3)
    expect(all.conversionRate).toBeLessThan(12)
  })

  it.each(['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month'] as const)(
    'shows something for %s',
    async (range) => {
      const { visitors, pageViews } = await summary(range)
      expect(visitors).toBeGreaterThan(0)
      expect(pageViews).toBeGreaterThanOrEqual(visitors)
    },
  )

  it('tells which ad is cheap per lead and which per client', async () => {
    const { rows: ads, total } = await readAds(
      month.database,
      AdsQuery.parse({ range: 'all', level: 'ad' }),
      now,
    )
    expect(total.spend?.currency).toBe('USD')
    const perLead = ads.filter(({ leads, spend }) => leads > 0 && spend !== null)
    const [dearest] = perLead.toSorted((a, b) => (b.costPerLead?.value ?? 0) - (a.costPerLead?.value ?? 0))
    expect(dearest?.name).toBe('Testimonial cut')
    expect(dearest?.clients).toBeGreaterThan(0)
    const price = dearest?.costPerClient?.value ?? Number.POSITIVE_INFINITY
    for (const { costPerClient } of perLead)
      expect(costPerClient?.value ?? price).toBeGreaterThanOrEqual(price)
  })

  it('has visitors of the last half hour', async () => {
    const { activeNow, visitors } = await summary('today')
    expect(activeNow).toBeGreaterThanOrEqual(5)
    expect(activeNow).toBeLessThan(visitors / 2)
  })

  it('is counted to the unit: a recount of everything finds no difference', async () => {
    expect(await verifyReports(month.database)).toEqual([])
  })

  it('lies in the past', async () => {
    const [latest] = await rows<{ latest: Date }>(`select max(at) as latest from (
      select at from page_views union all select at from lead_captures union all select at from auto_tag_logs
      union all select crm_delivered_at from leads) moment`)
    expect(latest?.latest.getTime()).toBeLessThanOrEqual(now.getTime())
  })

  it('remembers when each visitor came first', async () => {
    const wrong = await rows(`select visitor.id from visitors visitor join (
      select visitor_id, min(at) as first_at from page_views group by 1) seen on seen.visitor_id = visitor.id
      where abs(extract(epoch from visitor.first_seen_at - first_at)) >= 1`)
    expect(wrong).toEqual([])
  })

  it('has leads in every state of delivery, each with the reason where one is due', async () => {
    const states = await rows<{ state: string; unexplained: number }>(`select crm_state as state,
      count(*) filter (where crm_reason is null) as unexplained from leads group by 1 order by 1`)
    expect(states.map(({ state }) => state)).toEqual(['delivered', 'failing', 'parked', 'waiting'])
    for (const { state, unexplained } of states)
      if (state === 'failing' || state === 'parked') expect(unexplained, state).toBe(0)
  })

  it('leaves to the queue exactly the leads that wait or fail', async () => {
    const jobs = await rows<{ id: string }>(`select data ->> 'leadId' as id from jobs.job
      where name = 'deliver-lead-to-crm' and state = 'created' order by 1`)
    const open = await rows<{ id: string }>(
      `select id::text from leads where crm_state in ('waiting', 'failing') order by 1`,
    )
    expect(jobs).toEqual(open)
  })

  it('has a tag log with successes, errors and skips, and people who sent a form twice', async () => {
    const statuses = await rows<{ status: string }>('select distinct status from auto_tag_logs order by 1')
    expect(statuses.map(({ status }) => status)).toEqual(['error', 'skipped', 'success', 'waiting'])
    const [twice] = await rows<{ count: number }>('select count(*) from leads where capture_count > 1')
    expect(twice?.count).toBeGreaterThan(0)
  })

  it('has heard from the vendors: applications, calls and bookings, each joined to its lead and told in the past', async () => {
    const facts = await rows<{ kind: string; count: number; joined: number }>(`select kind, count(*) as count,
      count(lead_id) as joined from external_events group by 1 order by 1`)
    expect(facts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['application', 'booking', 'call']))
    for (const { kind, count, joined } of facts) {
      expect(joined, kind).toBeGreaterThan(0)
      if (kind !== 'payment') expect(joined, kind).toBe(count)
    }
    const [open] = await rows(`select count(*) as count from webhook_deliveries where state <> 'done'`)
    expect(open).toEqual({ count: 0 })
    const [late] = await rows(
      `select count(*) as count from webhook_deliveries where received_at > '${now.toISOString()}'`,
    )
    expect(late).toEqual({ count: 0 })
  })

  it('has applications by the coach’s own form, calls in the own calendar, their mails, notes and next steps', async () => {
    const count = async (what: string) =>
      (await rows<{ count: number }>(`select count(*) from ${what}`))[0]?.count ?? 0
    for (const what of [
      'application_responses where finished_at is not null',
      'application_responses where finished_at is null',
      "calendar_bookings where state = 'booked'",
      "mails where state = 'sent'",
      'lead_notes',
      'lead_next_steps',
    ])
      expect(Number(await count(what)), what).toBeGreaterThan(0)
    const late = `'${now.toISOString()}'`
    for (const what of [
      `application_responses where updated_at > ${late}`,
      `calendar_bookings where booked_at > ${late} or changed_at > ${late}`,
      `mails where created_at > ${late} or settled_at > ${late}`,
      `lead_notes where written_at > ${late}`,
      // What was due has gone out, or is no longer wanted.
      `mails where state = 'waiting' and coalesce(send_after, created_at) <= ${late}`,
    ])
      expect(Number(await count(what)), what).toBe(0)
  })

  it('asks nobody for a call, and meets nobody, at an hour at which people sleep', async () => {
    const hours = await rows<{ what: string; hour: number }>(`select distinct what,
        extract(hour from at at time zone 'America/Los_Angeles')::integer as hour
      from (select 'call' as what, requested_at as at from call_requests union all
        select 'call', event.at from external_events external join external_event_updates event on event.external_event_id = external.id
        where external.kind = 'call' union all select 'meeting', start_at from bookings where start_at is not null) moment`)
    expect(hours.length).toBeGreaterThan(3)
    for (const { what, hour } of hours) {
      expect(hour, what).toBeGreaterThanOrEqual(8)
      expect(hour, what).toBeLessThanOrEqual(18)
    }
  })

  it('was watched as its page reports it: half minutes, and the pitch in its own second', async () => {
    const [pitch] = await rows<{
      seconds: number[]
    }>(`select array_agg(distinct (trigger_data ->> 'watchTime')::integer) as seconds
      from auto_tag_logs where trigger = 'video_progress'`)
    expect(pitch?.seconds).toEqual([715])
    const [watching] = await rows<{ reports: number; people: number }>(`select count(*)::integer as reports,
      count(distinct visitor_id)::integer as people from milestones where kind = 'video_progress'`)
    expect(watching?.reports).toBeGreaterThan((watching?.people ?? 0) * 5)
  })

  it('has told Meta what browsers claimed and vendors verify, and left nothing waiting', async () => {
    const states = await rows<{ reported_by: string; state: string; count: number }>(
      'select reported_by, state, count(*) as count from ad_events group by 1, 2 order by 1',
    )
    expect(states.map(({ reported_by, state }) => `${reported_by} ${state}`)).toEqual([
      'browser sent',
      'server sent',
    ])
    const sent = states.reduce((sum, { count }) => sum + Number(count), 0)
    expect(sent).toBeLessThan(300)
    expect(vendors.meta).toMatchObject({ refused: [], taken: { size: sent } })
    const things = await rows<{ kind: string }>(
      `select distinct split_part(occasion, ' ', 1) as kind from ad_events where reported_by = 'server'`,
    )
    for (const { kind } of things) expect(['applied', 'booked', 'held', 'paid']).toContain(kind)
  })

  it('has asked for calls only where somebody agreed to them, and leaves no wish waiting', async () => {
    const wishes = await rows<{ state: string }>('select distinct state from call_requests order by 1')
    expect(wishes.map(({ state }) => state)).not.toContain('waiting')
    expect(wishes.map(({ state }) => state)).toContain('sent')
    const [unasked] = await rows(`select count(*) as count from external_events call where kind = 'call'
      and not exists (select from consent_receipts receipt where receipt.lead_id = call.lead_id
        and receipt.kind = 'automated_call' and receipt.granted)`)
    expect(unasked).toEqual({ count: 0 })
  })

  it('has told the coach of the newest leads by email and by webhook', async () => {
    const alerts = await rows<{ channel: string; state: string; count: number }>(
      'select channel, state, count(*) as count from alerts group by 1, 2 order by 1',
    )
    expect(alerts.map(({ channel, state }) => `${channel} ${state}`)).toEqual(['email sent', 'webhook sent'])
    expect([vendors.mailbox.taken(), vendors.hook.taken()]).toEqual(alerts.map(({ count }) => Number(count)))
  })

  it('hides the blocked office and the machines, and holds spam back', async () => {
    const [office] = await rows(`select count(*) as hits, bool_and(hidden) as hidden from page_views
      where ip_address in (select ip_address from blocked_ips where is_active)`)
    expect(office).toEqual({ hits: 30, hidden: true })
    const blocks = await rows(`select count(*) filter (where is_active) as active,
      count(*) filter (where not is_active) as inactive from blocked_ips`)
    expect(blocks).toEqual([{ active: 1, inactive: 1 }])
    const held = await rows(
      'select id from lead_captures where quarantine_reason is not null and lead_id is null',
    )
    expect(held.length).toBeGreaterThanOrEqual(1)
    const kinds = await rows<{ excluded: string }>(
      'select distinct excluded from visitors where excluded is not null order by 1',
    )
    expect(kinds.map(({ excluded }) => excluded)).toEqual(['bot', 'owner'])
  })
})

describe('nothing in the demo could be anybody real', () => {
  it('addresses lie in the networks for documentation', async () => {
    const addresses = await rows<{ ip_address: string }>(`select ip_address from visitors union
      select ip_address from page_views union select ip_address from lead_captures`)
    for (const { ip_address } of addresses)
      expect(ip_address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}$/)
  })

  it('emails end at the example domains, and phones lie in the ranges for fiction', async () => {
    const contacts = await rows<{ email: string; phone: string }>('select email, phone from lead_captures')
    for (const { email, phone } of contacts) {
      expect(email).toMatch(/^[a-z0-9.-]+@example\.(com|org|net)$/)
      expect(phone.replace(/\D/g, '')).toMatch(/(555|^555)01\d\d$|7700900\d{3}$/)
    }
  })
})

describe('what vendors send', () => {
  it('covers every end a call, a booking and a payment can come to, and tells nothing of the future', () => {
    const random = createRandom('vendors')
    const at = new Date(now.getTime() - 9 * 86_400_000)
    const person = { name: 'Bo "$&" Li', email: 'bo@example.com', phone: '+12025550143' }
    const news = Array.from({ length: 120 }, (_, index) => {
      const steps: NextStep[] = [
        { trigger: 'application', page: '/thankyoucall', at },
        { trigger: 'booking', page: '/callbooked', at: new Date(at.getTime() + 600_000) },
      ]
      const id = `lead-${index}`
      const calls = callNews(random, { callRequestId: `request-${index}`, leadId: id }, at, [70, 280])
      return [...newsOf(random, { id, person }, steps, now), ...calls]
    }).flat()
    const kinds = new Set(
      news.map(({ vendor, body }) => `${vendor} ${body.triggerEvent ?? body.status ?? body.type ?? ''}`),
    )
    for (const kind of [
      'typeform ',
      ...['queued', 'ringing', 'answered', 'ended', 'no_answer', 'voicemail', 'failed'].map(
        (state) => `voice ${state}`,
      ),
      ...['CREATED', 'RESCHEDULED', 'CANCELLED', 'NO_SHOW_UPDATED'].map((event) => `cal BOOKING_${event}`),
      'stripe checkout.session.completed',
    ])
      expect([...kinds]).toContain(kind)
    const told = JSON.stringify(news.map(({ body }) => body))
    expect([told.includes(JSON.stringify(person.name).slice(1, -1)), told.includes('Ada Kern')]).toEqual([
      true,
      false,
    ])
    for (const { at: moment } of news) expect(moment.getTime()).toBeLessThanOrEqual(now.getTime())
  })
})

describe('inventing traffic', () => {
  it('gives the same visitors for the same day, and no others for its past at another hour', () => {
    const morning = new Date('2026-10-31T09:00:00-07:00')
    const yesterday = new Date('2026-10-30T00:00:00-07:00')
    const past = (at: Date) =>
      inventTraffic(at, 0.03)
        .filter(({ visits, excluded }) => !excluded && (visits[0]?.views[0]?.at ?? at) < yesterday)
        .filter(({ ipAddress }) => !ipAddress.endsWith('.42') && !ipAddress.endsWith('.77'))
        .map(({ id }) => id)
    expect(past(now)).toEqual(past(now))
    expect(past(morning)).toEqual(past(now))
  })

  it('writes user agents that no filter takes for machines, except the machines’ own', () => {
    for (const { device, excluded } of inventTraffic(now, 0.05))
      expect(isbot(device.userAgent), device.userAgent).toBe(excluded === 'bot')
  })
})
