import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { crmAccess } from '#support/connected-crm.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import { type HookServer, startHookServer } from '#support/hook-server.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { runVoiceProduct, type VoiceProduct } from '#support/voice-product.ts'
import { webhookSecrets } from '#support/webhook-senders.ts'

const NIGHT = '2026-11-18T08:00:00Z'
const AFTERNOON = '2026-11-18T19:30:00Z'
// Each test has days of its own, some more than any lets pass, so that none meets the calls of another.
let day = 0
let now = new Date(AFTERNOON)
const setTime = (iso: string) => {
  now = new Date(Date.parse(iso) + day * 86_400_000)
}
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

let product: VoiceProduct
let second: RunningProduct
let crm: CrmServer
let hook: HookServer
let owner: TestBrowser
beforeAll(async () => {
  crm = await startCrmServer(crmAccess)
  hook = await startHookServer()
  const content = SiteContent.parse({
    calls: { perHour: 5, perDay: 8, tag: 'Call me', countries: ['US', 'GB'] },
  })
  const environment = {
    TRUST_PROXY: '1',
    ...{ GHL_TOKEN: crmAccess.token, GHL_LOCATION_ID: crmAccess.locationId, GHL_BASE_URL: crm.url },
  }
  const clock = { now: () => now }
  product = await runVoiceProduct({ content, environment, clock })
  second = await runProduct({
    ...{ content, clock, retryDelaySeconds: 1, databaseUrl: product.databaseUrl },
    environment: { ...environment, ...webhookSecrets, VOICE_WEBHOOK_URL: product.voice.url },
  })
  owner = await product.owner()
  const alerts = { webhookUrl: hook.url, webhookTrouble: true }
  expect((await sendJson(owner, 'PUT', '/api/alerts/settings', alerts)).status).toBe(200)
})
afterAll(async () => {
  await second?.end()
  await product?.end()
  await Promise.all([crm?.stop(), hook?.stop()])
})
beforeEach(async () => {
  day += 4
  setTime(AFTERNOON)
  product.voice.calls.length = 0
  owner = await product.owner()
})

let people = 0
const nextNumber = () => `+1212555${String(1000 + people)}`
const elsewhere = () => `203.0.${Math.floor(people / 250)}.${(people % 250) + 1}`

/** Posts as pages do: once more where the server says that it is busy. */
const posted = (browser: TestBrowser, path: string, body: object) =>
  waitFor(`${path} is taken`, async () => {
    const { status } = await browser.post(path, body)
    if (status !== 503) expect(status).toBe(200)
    return status === 200
  })

/** Somebody becomes a lead who agrees to a call, and applies. */
async function applies(
  who: { phone?: string; from?: string; on?: RunningProduct; timezone?: string } = {},
): Promise<{ email: string; browser: TestBrowser }> {
  people += 1
  const email = `caller${people}@example.com`
  const submissionId = `call-${people}`
  const { phone = nextNumber(), from = elsewhere(), on = product, timezone } = who
  const browser = on.browser(undefined, { 'x-forwarded-for': from })
  await posted(browser, '/api/visitors/track', { path: '/meme' })
  const details = { name: 'Ada Kern', email, phone, page: '/meme', callConsent: true, timezone, submissionId }
  await posted(browser, '/api/capture-lead', details)
  await posted(browser, '/api/leads/application-confirmation', { fingerprint: '1', page: '/thankyoucall' })
  return { email, browser }
}
const outcomeOf = async ({ email }: { email: string }) => {
  const [request] = await product.requestsOf(email)
  return request?.state === 'sent' ? 'called' : request?.reason_code
}
const standing = async ({ browser }: { browser: TestBrowser }) => (await browser.get('/api/calls/state')).body
/** The calls that the agent was asked for to somebody: one to whoever came before may be asked for late. */
const callsTo = ({ email }: { email: string }) => product.voice.calls.filter((call) => call.email === email)
const tagsAtCrm = (email: string) =>
  crm
    .contacts()
    .find((contact) => contact.email === email)
    ?.tags.map((tag) => tag.toLowerCase()) ?? []
const tagIs = async ({ email }: { email: string }, state: string) => {
  const rows = await product.query(
    `select tag.state from lead_tags tag join leads lead on lead.id = tag.lead_id
    where lead.email = $1 and tag.tag_name = 'Call me'`,
    [email],
  )
  return rows[0]?.state === state
}

describe('the hour', () => {
  ordinaryTest.each([
    ['New York', '+12125550155', '2026-11-18T12:59:00Z', 'hours', '2026-11-18T13:00:00Z'],
    ['Honolulu', '+18085550155', '2026-11-18T17:30:00Z', 'hours', '2026-11-18T18:00:00Z'],
    ['London', '+442079460955', '2026-11-18T21:00:00Z', 'hours', '2026-11-18T20:59:00Z'],
  ])('is between 8 and 21 where the number is: %s', async (_place, phone, tooEarly, code, inTime) => {
    setTime(tooEarly)
    const early = await applies({ phone: `${phone.slice(0, -2)}${10 + (people % 80)}` })
    expect(await outcomeOf(early)).toBe(code)
    expect(await standing(early)).toEqual({ state: 'not-called', reason: 'hours' })
    setTime(inTime)
    expect(await outcomeOf(await applies({ phone: `${phone.slice(0, -2)}${10 + (people % 80)}` }))).toBe(
      'called',
    )
  })

  thoroughTest(
    'that does not allow a call allows no tag that starts one, however late it reaches the CRM',
    async () => {
      await crm.failWith('down')
      const held = await applies()
      expect(await outcomeOf(held)).toBe('called')
      setTime(NIGHT)
      pass(24 * 60)
      await crm.recover()
      await product.query('update leads set crm_lease_until = null')
      const row = await waitFor('the tag is held back', async () => {
        const rows = await product.query(
          `select tag.* from lead_tags tag join leads lead on lead.id = tag.lead_id
          where lead.email = $1 and tag.tag_name = 'Call me' and tag.state = 'parked'`,
          [held.email],
        )
        return rows[0]
      })
      expect(row.reason).toMatch(/starts a call in the CRM/)
      await waitFor('every other tag arrives', () => tagsAtCrm(held.email).includes('vh01 - lead'))
      expect(tagsAtCrm(held.email)).not.toContain('call me')
      // The owner's ‘try everything again’ does not ring anybody at night either.
      await owner.post('/api/connections/crm/replay', {})
      expect(tagsAtCrm(held.email)).not.toContain('call me')

      // Whoever applies anew by day is called, by the tag too.
      setTime(AFTERNOON)
      pass(48 * 60)
      await held.browser.post('/api/leads/application-confirmation', {
        fingerprint: '1',
        page: '/thankyoucallb',
      })
      await waitFor('the tag arrives', () => tagsAtCrm(held.email).includes('call me'))
    },
  )

  ordinaryTest.each([
    ['the consent was taken back', (phone: string) => ({ phone, callConsent: false }), /no consent/],
    ['there is another number', () => ({ phone: '+12125550199', callConsent: false }), /no consent/],
  ])('that allows a call allows no tag that starts one where %s meanwhile', async (_why, said, reason) => {
    await crm.failWith('down')
    const phone = nextNumber()
    const one = await applies({ phone })
    expect(await outcomeOf(one)).toBe('called')
    await posted(one.browser, '/api/capture-lead', {
      ...{ name: 'Ada Kern', email: one.email, page: '/meme', submissionId: `later-${people}` },
      ...said(phone),
    })
    await crm.recover()
    await product.query('update leads set crm_lease_until = null')
    await waitFor('every other tag arrives', () => tagsAtCrm(one.email).includes('vh01 - lead'))
    const row = await waitFor('the tag is held back', async () => {
      const rows = await product.query(
        `select tag.* from lead_tags tag join leads lead on lead.id = tag.lead_id
        where lead.email = $1 and tag.tag_name = 'Call me' and tag.state <> 'waiting'`,
        [one.email],
      )
      return rows[0]
    })
    expect(row).toMatchObject({ state: 'parked', reason: expect.stringMatching(reason) })
    expect(tagsAtCrm(one.email)).not.toContain('call me')
  })

  ordinaryTest('lets the tag go out at once by day', async () => {
    const { email } = await applies()
    await waitFor('the tag arrives', () => tagsAtCrm(email).includes('call me'))
  })

  ordinaryTest(
    'that did not allow it allows it to who applies again by day, and no second call to who opens the page again',
    async () => {
      setTime(NIGHT)
      const one = await applies()
      expect(await outcomeOf(one)).toBe('hours')
      const again = () =>
        posted(one.browser, '/api/leads/application-confirmation', {
          fingerprint: '1',
          page: '/thankyoucall',
        })
      setTime(AFTERNOON)
      expect(await standing(one)).toEqual({ state: 'expected' })
      await again()
      expect(await outcomeOf(one)).toBe('called')

      // The page may as well have been reloaded: it sets off no second call, and announces none.
      for (const hours of [3, 22]) {
        pass(hours * 60)
        expect(await standing(one)).toEqual({ state: 'not-called', reason: 'busy' })
        await again()
        expect(await product.requestsOf(one.email)).toHaveLength(1)
      }
      expect(callsTo(one)).toHaveLength(1)
    },
  )
})

thoroughTest(
  'a call that becomes due while its tag, set by a rule as well, is on its way keeps the tag',
  async () => {
    const rule = { name: 'Its own', tagName: 'Call me', trigger: 'lead_captured', conditions: {} }
    const made = await owner.post('/api/auto-tags/rules', rule)
    expect(made.status, made.text).toBe(200)
    const lock = 7_310_999
    await product.query(`create function wait_for_the_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(${lock}); return new; end'`)
    await product.query(`create trigger wait_for_the_test before update on call_requests
    for each row when (new.placed_at is distinct from old.placed_at) execute function wait_for_the_test()`)
    const holder = new pg.Client({ connectionString: product.databaseUrl })
    await holder.connect()
    const isWaiting = async (statement: string) => {
      const rows = await product.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
        [statement],
      )
      return rows.length > 0
    }
    try {
      await holder.query('select pg_advisory_lock($1)', [lock])
      await crm.failWith('down')
      const due = await applies()
      await waitFor('the call is about to be due', () => isWaiting('update call_requests'))
      await crm.recover()
      await product.query('update leads set crm_lease_until = null')
      // Its contact is at the CRM: the tag's turn has come, and no call is due as far as anybody can see.
      await waitFor('the tag is about to be held back', async () => {
        const tags = await product.query(
          `select tag.state from lead_tags tag join leads lead on lead.id = tag.lead_id
        where lead.email = $1 and tag.tag_name = 'Call me'`,
          [due.email],
        )
        return tags[0]?.state === 'parked' || (await isWaiting('update lead_tags'))
      })
      await holder.query('select pg_advisory_unlock($1)', [lock])
      expect(await outcomeOf(due)).toBe('called')
      await waitFor('the tag arrives', () => tagsAtCrm(due.email).includes('call me'))
    } finally {
      await holder.end()
      await crm.recover()
      await product.query('drop function wait_for_the_test cascade')
      expect((await sendJson(owner, 'DELETE', `/api/auto-tags/rules/${made.body.id}`, {})).status).toBe(200)
    }
  },
)

thoroughTest(
  'a second call to a lead sets its tag off again at the CRM, which still has the first one',
  async () => {
    const one = await applies()
    await waitFor('the tag arrives', () => tagsAtCrm(one.email).includes('call me'))
    // The lead's other tags come in the same delivery, in any order: the next call to fail is to be the second one's.
    await waitFor('everything is told', async () => {
      const waiting = await product.query(
        `select from leads lead join lead_tags tag on tag.lead_id = lead.id
        where lead.email = $1 and (tag.state <> 'delivered' or lead.crm_state <> 'delivered')`,
        [one.email],
      )
      return waiting.length === 0
    })
    const { id } = crm.contacts().find(({ email }) => email === one.email) ?? {}
    const calls = () => crm.log.filter(({ path }) => path.includes(`/${id}/tags`))
    const told = () => calls().flatMap(({ effects }) => effects)
    const ofCall = () => told().filter((effect) => effect.endsWith('call me'))
    expect(ofCall()).toEqual(['tag added: call me'])
    pass(3 * 24 * 60)
    const before = calls().length
    await crm.failWith('apply-then-hang-up', { times: 1, on: `POST /contacts/${id}/tags` })
    await posted(one.browser, '/api/leads/application-confirmation', {
      fingerprint: '1',
      page: '/thankyoucallb',
    })
    // The answer that was lost is asked for again, and sets nothing off twice.
    await waitFor('its tag was tried again', () => calls().length === before + 3)
    expect(ofCall()).toEqual(['tag added: call me', 'tag removed: call me', 'tag added: call me'])
    expect(told().filter((effect) => effect.startsWith('tag removed'))).toHaveLength(1)
    await waitFor('the second call', () => callsTo(one).length === 2)
  },
)

thoroughTest('a call sets its tag off where the one of an earlier call was given up', async () => {
  await crm.failWith('down')
  const one = await applies()
  expect(await outcomeOf(one)).toBe('called')
  pass(74 * 60)
  await waitFor('it is given up', () => tagIs(one, 'parked'))
  await crm.recover()
  await posted(one.browser, '/api/leads/application-confirmation', {
    fingerprint: '1',
    page: '/thankyoucallb',
  })
  await waitFor('the tag arrives', () => tagsAtCrm(one.email).includes('call me'))
  await waitFor('it is told', () => tagIs(one, 'delivered'))
})

ordinaryTest('nothing of the address is left once the person is erased', async () => {
  const { email } = await applies()
  await product.requestsOf(email)
  const [lead] = await product.query('select id, person_id from leads where email = $1', [email])
  const counted = () => product.query('select address_key from call_requests where lead_id = $1', [lead?.id])
  expect((await counted())[0]?.address_key).not.toBeNull()
  const answer = await owner.post(`/api/people/${lead?.person_id}/erase`, {})
  expect(answer.status).toBe(200)
  expect(await counted()).toEqual([{ address_key: null }])
})

// Last, as the CRM takes half a minute to be told of so many.
describe('a number that costs more than a call', () => {
  ordinaryTest('is never dialled: 25 captures and confirmations from one address', async () => {
    const endings = Array.from({ length: 25 }, (_none, index) => String(100_000 + index * 7))
    const kinds = ['+1900555', '+4490987', '+88163100', '+1800555', '+4470123', '+881612']
    const tried = []
    for (const [index, ending] of endings.entries()) {
      const kind = kinds[index % kinds.length] ?? ''
      tried.push(
        await applies({
          phone: `${kind}${ending.slice(-(kind.startsWith('+1') ? 4 : 6))}`,
          from: '198.51.100.7',
        }),
      )
    }
    for (const one of tried) {
      expect(['number', 'phone']).toContain(await outcomeOf(one))
      expect(await standing(one)).toEqual({ state: 'not-called', reason: 'phone' })
      expect(tagsAtCrm(one.email)).not.toContain('call me')
      expect(callsTo(one)).toEqual([])
    }
  })

  ordinaryTest('is told to its browser before anything was asked for', async () => {
    people += 1
    const browser = product.browser(undefined, { 'x-forwarded-for': elsewhere() })
    const lead = {
      name: 'Ada',
      email: 'early@example.com',
      phone: '+19005551234',
      page: '/meme',
      callConsent: true,
    }
    await posted(browser, '/api/capture-lead', lead)
    expect(await standing({ browser })).toEqual({ state: 'not-called', reason: 'phone' })
  })
})

ordinaryTest('only numbers of the countries that the owner named are called', async () => {
  const british = await applies({ phone: '+447400123456' })
  const german = await applies({ phone: '+4915112345678' })
  expect(await outcomeOf(british)).toBe('called')
  expect(await outcomeOf(german)).toBe('country')
  expect(await standing(german)).toEqual({ state: 'not-called', reason: 'phone' })
})

ordinaryTest.each([
  ['IPv4 address', () => '198.51.100.20'],
  ['IPv6 network', () => `2001:db8:1:2:${(people + 1).toString(16)}::9`],
])('one %s sets off three calls an hour', async (_kind, from) => {
  const outcomes = []
  for (let index = 0; index < 5; index += 1) outcomes.push(await outcomeOf(await applies({ from: from() })))
  expect(outcomes).toEqual(['called', 'called', 'called', 'address', 'address'])
  pass(61)
  expect(await outcomeOf(await applies({ from: from() }))).toBe('called')
})

ordinaryTest('one address sets off ten calls a day, and no more', async () => {
  const from = '198.51.100.99'
  const first = await applies({ from })
  expect(await outcomeOf(first)).toBe('called')
  // Nine more over the day, which are more than the site may make by itself.
  await product.query(
    `insert into call_requests (id, lead_id, requested_at, state, phone_e164, placed_at, address_key)
    select gen_random_uuid(), lead_id, requested_at - n * interval '2 hours', state, '+1212000000' || n,
      placed_at - n * interval '2 hours', address_key
    from call_requests, generate_series(1, 9) n
    where lead_id = (select id from leads where email = $1)`,
    [first.email],
  )
  expect(await outcomeOf(await applies({ from }))).toBe('address')
  expect(await outcomeOf(await applies())).toBe('day-cap')
})

ordinaryTest(
  'what was noted while the clock was a year ahead keeps nobody from being called until then',
  async () => {
    const from = '198.51.100.77'
    const phone = nextNumber()
    const first = await applies({ from, phone })
    for (const one of [first, await applies({ from }), await applies({ from })])
      expect(await outcomeOf(one)).toBe('called')
    expect(await outcomeOf(await applies({ from }))).toBe('address')
    expect(await outcomeOf(await applies({ phone }))).toBe('again')
    await product.query(
      `update call_requests set requested_at = requested_at + interval '1 year', placed_at = placed_at + interval '1 year'
    where requested_at > $1`,
      [new Date(now.getTime() - 3_600_000)],
    )
    expect(await outcomeOf(await applies({ from, phone }))).toBe('called')
    // Nor does it keep whoever applied then from being called again.
    pass(2)
    await posted(first.browser, '/api/leads/application-confirmation', {
      fingerprint: '1',
      page: '/thankyoucall',
    })
    await waitFor('the call is asked for', async () => (await product.requestsOf(first.email)).length === 2)
  },
)

describe('the cap', () => {
  ordinaryTest(
    'holds for two processes and calls asked for at once; the page offers a booking, and the owner is told once',
    async () => {
      hook.taken.length = 0
      const all = await Promise.all(
        Array.from({ length: 12 }, (_none, index) => applies({ on: index % 2 === 0 ? product : second })),
      )
      const outcomes = new Map<unknown, number>()
      for (const one of all) {
        const outcome = await outcomeOf(one)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (outcome === 'called') continue
        expect(await standing(one)).toEqual({ state: 'not-called', reason: 'busy' })
        expect(tagsAtCrm(one.email)).not.toContain('call me')
      }
      expect(Object.fromEntries(outcomes)).toEqual({ called: 5, 'hour-cap': 7 })
      expect(all.flatMap(callsTo)).toHaveLength(5)
      // What earlier tests set off may be told of as late as now.
      const alert = await waitFor('the alert', () => hook.taken.find(({ per }) => per === 'hour'))
      expect(alert).toMatchObject({
        event: 'calls-at-cap',
        per: 'hour',
        limit: 5,
        subject: 'AI calls have reached your limit of 5 an hour',
      })
      expect(
        await product.query("select 1 from alerts where kind = 'calls-at-cap' and created_at > $1", [
          new Date(now.getTime() - 3_600_000),
        ]),
      ).toHaveLength(1)

      // What was told while the clock was a year ahead is no news of today.
      await product.query(
        `insert into alerts (id, channel, kind, vendor, details, state, created_at)
         values (gen_random_uuid(), 'webhook', 'calls-at-cap', 'voice', '{"per": "day"}', 'sent', $1::timestamptz + interval '1 year')`,
        [now],
      )
      // An hour later there are calls again, until those of the day are used up.
      pass(61)
      const later = []
      for (let index = 0; index < 4; index += 1) later.push(await outcomeOf(await applies()))
      expect(later).toEqual(['called', 'called', 'called', 'day-cap'])
      await waitFor('the alert of the day', () => hook.taken.some(({ per }) => per === 'day'))
    },
  )

  thoroughTest('does not count one call twice that has to be tried again', async () => {
    product.voice.failWith(503, 3)
    const tried = await applies()
    expect(await outcomeOf(tried)).toBe('called')
    const others = []
    for (let index = 0; index < 4; index += 1) others.push(await outcomeOf(await applies()))
    expect(others).toEqual(['called', 'called', 'called', 'called'])
    expect(await outcomeOf(await applies())).toBe('hour-cap')
    await product.voice.recover()
  })
})
