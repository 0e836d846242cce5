import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { holdLocks } from '#support/lock-holder.ts'
import type { RunningProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { expectRefusal } from './expect-refusal.ts'
import { runPairedProduct } from './paired-product.ts'

let product: RunningProduct
let second: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  const pair = await runPairedProduct()
  product = pair.first
  second = pair.second
  owner = pair.owner
})
afterAll(() => product?.end())

const draft = (over: object = {}) => ({
  name: 'College',
  tagName: 'VH05 - College',
  trigger: 'lead_captured',
  conditions: { page: ['lander-college'] },
  ...over,
})
const create = (body: object) => owner.post('/api/auto-tags/rules', body)
const rules = async () => (await owner.get('/api/auto-tags/rules')).body
const drop = (id: string) => owner.send('DELETE', `/api/auto-tags/rules/${id}`)

async function made(over: object): Promise<{ id: string }> {
  const { status, body, text } = await create(draft(over))
  expect(status, text).toBe(200)
  return body
}

let people = 0
async function becomeLead(page: string, on: RunningProduct = product) {
  people += 1
  const browser = on.browser()
  const lead = { name: 'Ann', email: `ann${people}@example.com`, phone: `202-555-${1000 + people}`, page }
  const { status } = await browser.post('/api/capture-lead', lead)
  expect(status).toBe(200)
  const leadId = await on.leadIdOf(lead.email)
  const tags = async (): Promise<string[]> =>
    (await owner.get(`/api/leads/${leadId}/tags`)).body.map((tag: { tagName: string }) => tag.tagName)
  return { browser, leadId, tags }
}

/** Waits until two more looks at the page views have begun and ended, for the looks of two processes. */
async function lookedAgain(ruleId: string): Promise<void> {
  for (let look = 1; look <= 2; look += 1) {
    const since = new Date()
    await waitFor('another look', async () => {
      const found = 'select 1 from auto_tag_rules where id = $1 and viewed_until > $2'
      return (await product.query(found, [ruleId, since])).length === 1
    })
  }
}

describe('writing rules', () => {
  it('adds a rule that tags leads from then on, in every process; its changes and its end hold at once', async () => {
    const before = await becomeLead('/lander-college')
    const { id } = await made({ name: '  College ', tagName: ' VH05 - College ', description: ' Campus ' })
    const found = (await rules()).find((rule: { id: string }) => rule.id === id)
    expect(found).toMatchObject({
      name: 'College',
      description: 'Campus',
      tagName: 'VH05 - College',
      isActive: 'true',
      conditions: { page: ['lander-college'] },
      successCount: 0,
    })
    expect(await (await becomeLead('/lander-college', second)).tags()).toContain('VH05 - College')
    expect(await (await becomeLead('/lander-hack', second)).tags()).not.toContain('VH05 - College')

    const changed = await sendJson(owner, 'PUT', `/api/auto-tags/rules/${id}`, draft({ tagName: 'VH06' }))
    expect([changed.status, changed.body.tagName]).toEqual([200, 'VH06'])
    const tags = await (await becomeLead('/lander-college', second)).tags()
    expect([tags.includes('VH05 - College'), tags.includes('VH06')]).toEqual([false, true])
    expect(await before.tags()).toEqual(['VH01 - Lead'])

    expect((await drop(id)).body).toEqual({ success: true })
    expect((await drop(id)).status).toBe(404)
    expect(await (await becomeLead('/lander-college', second)).tags()).toEqual(['VH01 - Lead'])
  })

  it('refuses what is no rule, with a sentence for each field', async () => {
    const refused: [object, string][] = [
      [draft({ name: '  ' }), 'name'],
      [draft({ name: 'x'.repeat(101) }), 'name'],
      [draft({ tagName: '' }), 'tagName'],
      [draft({ tagName: 'a\u0000b' }), 'tagName'],
      [draft({ trigger: 'full_moon' }), 'trigger'],
      [draft({ conditions: { page: 'training' } }), 'conditions.page'],
      [draft({ conditions: { page: Array(21).fill('x') } }), 'conditions.page'],
      [draft({ conditions: { exactPage: ['training'] } }), 'conditions.exactPage.0'],
      [draft({ trigger: 'video_progress', conditions: { watchTime: -1 } }), 'conditions.watchTime'],
      [draft({ trigger: 'video_progress', conditions: { watchTime: 'long' } }), 'conditions.watchTime'],
      [draft({ conditions: { watchTime: 10 } }), 'conditions.watchTime'],
      [draft({ trigger: 'booking' }), 'conditions.page'],
    ]
    const count = (await rules()).length
    for (const [body, field] of refused) {
      const answer = await create(body)
      expectRefusal(answer, JSON.stringify(body).slice(0, 80), 422)
      expect(Object.keys(answer.body.fields)).toEqual([field])
    }
    expect((await rules()).length).toBe(count)
    for (const id of ['nothing', '00000000-0000-7000-8000-0000000000ff', "1' or '1'='1"])
      expectRefusal(
        await sendJson(owner, 'PUT', `/api/auto-tags/rules/${encodeURIComponent(id)}`, draft()),
        id,
        404,
      )
  })

  it('ignores blank and repeated pages, and refuses a second rule of the same name or effect', async () => {
    const one = await made({
      name: 'One',
      tagName: 'One',
      conditions: { page: ['', ' meme ', 'meme', 'hack'] },
    })
    expect(one).toMatchObject({ conditions: { page: ['meme', 'hack'] } })
    const sameName = await create(draft({ name: 'ONE', tagName: 'Other' }))
    expect([sameName.status, sameName.body.error]).toEqual([409, 'There is a rule called “One” already.'])
    const sameEffect = await create(
      draft({ name: 'Two', tagName: 'one', conditions: { page: ['hack', 'meme'] } }),
    )
    expect([sameEffect.status, sameEffect.body.error]).toEqual([
      409,
      'The rule “One” does exactly this already.',
    ])
    const itself = await sendJson(
      owner,
      'PUT',
      `/api/auto-tags/rules/${one.id}`,
      draft({ name: 'one', tagName: 'One' }),
    )
    expect(itself.status).toBe(200)
    const twins = await Promise.all(
      Array.from({ length: 8 }, () => create(draft({ name: 'Twin', tagName: 'Twin' }))),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    for (const { id, name } of await rules()) if (['one', 'Twin'].includes(name)) await drop(id)
  })

  it('keeps a rule that was changed since the one that another is meant to take the place of', async () => {
    const told = await made({ name: 'Told', tagName: 'Told', conditions: { page: ['told'] } })
    const write = (over: object, inPlaceOf: object) =>
      sendJson(owner, 'PUT', `/api/auto-tags/rules/${told.id}`, {
        ...draft({ name: 'Told', tagName: 'Told', conditions: { page: ['told'] }, ...over }),
        inPlaceOf,
      })
    const newer = await write({ conditions: { exactPage: ['/told'] } }, told)
    expect(newer.status).toBe(200)
    // As after an answer that was lost.
    expect((await write({ conditions: { exactPage: ['/told'] } }, told)).status).toBe(200)
    const { status, body } = await write({ description: 'Of an older tab' }, told)
    expect([status, body.error]).toEqual([
      409,
      'The rule was changed meanwhile. Have a look at what it says now.',
    ])
    const stored = (await rules()).find(({ id }: { id: string }) => id === told.id)
    expect(stored).toMatchObject({ description: '', conditions: { exactPage: ['/told'] } })
    // Whether it is switched on stands in no form.
    await sendJson(owner, 'PUT', `/api/auto-tags/rules/${told.id}/toggle`, { isActive: false })
    expect((await write({ description: 'Of this tab' }, newer.body)).status).toBe(200)
    await drop(told.id)
  })

  it('keeps tags and log of a deleted rule, with its name, and never loses a lead to the deletion', async () => {
    const { id } = await made({ name: 'Short-lived', tagName: 'Brief', conditions: {} })
    const lead = await becomeLead('/meme')
    const again = { name: 'Ann', email: `ann${people}@example.com`, phone: '202-555-0143', page: '/meme' }
    await lead.browser.post('/api/capture-lead', again)
    // Some of these may earn the tag before its rule is gone.
    await Promise.all([...Array.from({ length: 12 }, () => becomeLead('/meme')), drop(id)])
    expect(await lead.tags()).toEqual(['Brief', 'VH01 - Lead'])
    const { body: logs } = await owner.get(`/api/auto-tags/logs?q=${again.email}`)
    expect(logs.find((log: { tagName: string }) => log.tagName === 'Brief')).toMatchObject({
      ruleId: null,
      ruleName: 'Short-lived',
      status: 'skipped',
      delivery: null,
    })
  })
})

describe('a rule of page views', () => {
  it('tags a lead that views such a page later, once, and neither strangers nor earlier views', async () => {
    const early = await becomeLead('/meme')
    await early.browser.post('/api/visitors/page-view', { path: '/builder' })
    const { id } = await made({
      name: 'Upsell seen',
      tagName: 'Saw upsell',
      trigger: 'page_view',
      conditions: { exactPage: ['/builder'] },
    })
    const lead = await becomeLead('/meme')
    await product.browser().post('/api/visitors/page-view', { path: '/builder' })
    await lead.browser.post('/api/visitors/page-view', { path: '/builders' })
    const other = await becomeLead('/meme')
    await other.browser.post('/api/visitors/page-view', { path: '/builders' })
    for (let view = 0; view < 3; view += 1)
      await lead.browser.post('/api/visitors/page-view', { path: '/builder?utm_source=x' })
    await waitFor('the tag', async () => (await lead.tags()).includes('Saw upsell'))
    await lookedAgain(id)
    const stored = await product.query(
      'select lead_id, evidence, rule_id from lead_tags where tag_name = $1',
      ['Saw upsell'],
    )
    expect(stored).toEqual([
      { lead_id: lead.leadId, rule_id: id, evidence: expect.objectContaining({ page: '/builder' }) },
    ])
    const jobs = await product.query(`select data from jobs.job where data ->> 'leadId' = $1`, [lead.leadId])
    expect(jobs).toHaveLength(2)

    await drop(id)
    const after = await becomeLead('/meme')
    await after.browser.post('/api/visitors/page-view', { path: '/builder' })
    const another = await made({
      name: 'Another',
      tagName: 'Another tag',
      trigger: 'page_view',
      conditions: { exactPage: ['/nowhere'] },
    })
    await lookedAgain(another.id)
    expect(await after.tags()).toEqual(['VH01 - Lead'])
    await drop(another.id)
  })

  it('counts what was seen before a change by the rule as it was', async () => {
    const page = { trigger: 'page_view', conditions: { page: ['portal'] } }
    const { id } = await made({ name: 'Portal', tagName: 'Old portal tag', ...page })
    const lead = await becomeLead('/meme')
    await lead.browser.post('/api/visitors/page-view', { path: '/trainingportal' })
    const changed = draft({ name: 'Portal', tagName: 'New portal tag', ...page })
    expect((await sendJson(owner, 'PUT', `/api/auto-tags/rules/${id}`, changed)).status).toBe(200)
    expect(await lead.tags()).toEqual(['Old portal tag', 'VH01 - Lead'])
    await drop(id)
  })

  it('counts what was seen before it was switched off, and nothing of while it was off', async () => {
    const { id } = await made({
      ...{ name: 'Paused', tagName: 'Seen before', trigger: 'page_view', conditions: { page: ['pause'] } },
    })
    const toggle = async (isActive: boolean) => {
      const { body } = await sendJson(owner, 'PUT', `/api/auto-tags/rules/${id}/toggle`, { isActive })
      expect(body).toMatchObject({ id, isActive: String(isActive) })
    }
    const lead = await becomeLead('/meme')
    // While somebody holds the rule, nobody looks at views for it; who switches it off waits.
    const held = `select from auto_tag_rules where id = '${id}' for update`
    const holder = await holdLocks(product.databaseUrl, held)
    await lead.browser.post('/api/visitors/page-view', { path: '/paused' })
    const switched = toggle(false)
    await holder.untilHeldUp('the switch to wait')
    await holder.letGo()
    await switched
    expect(await lead.tags()).toEqual(['Seen before', 'VH01 - Lead'])
    const later = await becomeLead('/meme')
    await later.browser.post('/api/visitors/page-view', { path: '/paused' })
    await toggle(true)
    await lookedAgain(id)
    expect(await later.tags()).toEqual(['VH01 - Lead'])
    await drop(id)
  })
})

describe('the tags of one page', () => {
  const change = (path: string, body: object) =>
    sendJson(owner, 'PUT', `/api/pages/${encodeURIComponent(path)}/tags`, body)
  const named = async (tagName: string) =>
    (await rules()).filter((rule: { tagName: string }) => rule.tagName === tagName)

  it('are rules for exactly that page; twice is once; blank ones are ignored', async () => {
    for (const _time of [1, 2])
      expect((await change('/freetraining', { add: [' Watcher ', '', '  '] })).status).toBe(200)
    const [rule, ...more] = await named('Watcher')
    expect(more).toEqual([])
    expect(rule).toMatchObject({ trigger: 'lead_captured', conditions: { exactPage: ['/freetraining'] } })
    expect(await (await becomeLead('/freetraining')).tags()).toContain('Watcher')
    expect(await (await becomeLead('/freetraining2')).tags()).not.toContain('Watcher')
    for (const _time of [1, 2])
      expect((await change('/freetraining', { remove: [rule.id] })).status).toBe(200)
    expect(await named('Watcher')).toEqual([])
  })

  it('end for this page alone where a rule names others too, and leave rules of every page alone', async () => {
    const both = await made({ name: 'Both', tagName: 'Both', conditions: { exactPage: ['/meme', '/meme2'] } })
    expect((await change('/meme', { remove: [both.id] })).status).toBe(200)
    expect((await named('Both'))[0]).toMatchObject({ conditions: { exactPage: ['/meme2'] } })
    const [everywhere] = await named('VH01 - Lead')
    const refused = await change('/meme', { add: ['Never'], remove: [everywhere.id] })
    expectRefusal(refused, 'a rule of every page', 409)
    expect([await named('Never'), (await named('VH01 - Lead')).length]).toEqual([[], 1])
    expectRefusal(await change('meme', { add: ['x'] }), 'a path without slash', 422)
    expectRefusal(await change('/meme', { add: 'x' }), 'no list', 422)
    await drop(both.id)
  })
})
