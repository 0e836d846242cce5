import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser

beforeAll(async () => {
  product = await runProduct()
  owner = await product.owner()
})
afterAll(() => product?.end())

async function lead(email: string, name = 'Ann Okonkwo'): Promise<string> {
  const answer = await product.browser().post('/api/capture-lead', {
    ...{ name, email, phone: '202-555-0143', page: '/meme' },
  })
  expect(answer.status).toBe(200)
  return product.leadIdOf(email)
}
const notesOf = async (id: string) => (await owner.get(`/api/leads/${id}/notes`)).body
const nobody = '018f0000-0000-7000-8000-000000000000'

test('notes are added, changed and deleted, the newest first', async () => {
  const id = await lead('ann@example.com')
  expect(await notesOf(id)).toEqual({ notes: [], nextStep: null })
  const first = await owner.post(`/api/leads/${id}/notes`, { text: '  Called.\r\nWants to think. <b>  ' })
  expect(first.body).toMatchObject({ text: 'Called.\nWants to think. <b>', changedAt: null })
  await owner.post(`/api/leads/${id}/notes`, { text: 'Second' })
  const changed = await sendJson(owner, 'PUT', `/api/leads/${id}/notes/${first.body.id}`, {
    text: 'Called twice.',
  })
  expect(changed.body).toMatchObject({ text: 'Called twice.', changedAt: expect.any(String) })
  expect((await notesOf(id)).notes.map(({ text }: { text: string }) => text)).toEqual([
    'Second',
    'Called twice.',
  ])
  expect((await owner.send('DELETE', `/api/leads/${id}/notes/${first.body.id}`)).status).toBe(200)
  expect((await owner.send('DELETE', `/api/leads/${id}/notes/${first.body.id}`)).status).toBe(200)
  expect((await notesOf(id)).notes).toHaveLength(1)
})

test('a note whose answer was lost is one note when it is sent again, and says what was typed since', async () => {
  const [ann, bo] = [await lead('again@example.com'), await lead('other@example.com')]
  const noteId = randomUUID()
  const save = (id: string, text: string) => owner.post(`/api/leads/${id}/notes`, { noteId, text })
  expect((await save(ann, 'Called.')).body).toMatchObject({ id: noteId, changedAt: null })
  expect((await save(ann, 'Called.')).body).toMatchObject({ id: noteId, changedAt: null })
  expect((await save(ann, 'Called twice.')).body).toMatchObject({ changedAt: expect.any(String) })
  expect((await save(bo, 'Another’s')).status).toBe(404)
  expect((await notesOf(ann)).notes.map(({ text }: { text: string }) => text)).toEqual(['Called twice.'])
  expect((await notesOf(bo)).notes).toEqual([])
  expect((await owner.post(`/api/leads/${ann}/notes`, { noteId: 'mine', text: 'x' })).status).toBe(422)
})

test('a note is of its own lead only, and of one that is there', async () => {
  const [ann, bo] = [await lead('a@example.com'), await lead('b@example.com')]
  const { body } = await owner.post(`/api/leads/${ann}/notes`, { text: 'About Ann' })
  const other = `/api/leads/${bo}/notes/${body.id}`
  expect((await sendJson(owner, 'PUT', other, { text: 'x' })).status).toBe(404)
  await owner.send('DELETE', other)
  expect((await notesOf(ann)).notes).toHaveLength(1)
  for (const id of [nobody, 'nonsense']) {
    expect((await owner.post(`/api/leads/${id}/notes`, { text: 'x' })).status).toBe(404)
    expect(
      (await sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { text: 'x', dueOn: '2026-11-30' })).status,
    ).toBe(404)
  }
  for (const text of ['', '   ', 'x'.repeat(5001)])
    expect((await owner.post(`/api/leads/${ann}/notes`, { text })).status).toBe(422)
})

test('next steps stand in the order of their days, on the lead, in its list and in its file', async () => {
  const [late, soon] = [await lead('late@example.com', 'Late'), await lead('soon@example.com', 'Soon')]
  const set = (id: string, text: string, dueOn: string) =>
    sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { text, dueOn })
  await set(late, 'Send the offer', '2026-12-24')
  expect((await set(soon, 'Call back', '2026-12-01')).body).toEqual({
    text: 'Call back',
    dueOn: '2026-12-01',
  })
  await set(soon, 'Call back again', '2026-12-02')
  expect((await set(soon, 'x', '2026-02-30')).status).toBe(422)
  expect((await set(soon, '', '2026-12-02')).status).toBe(422)
  const due = await owner.get('/api/next-steps')
  expect(due.body).toMatchObject([
    { leadId: soon, name: 'Soon', text: 'Call back again', dueOn: '2026-12-02', stage: 'lead' },
    { leadId: late, text: 'Send the offer', dueOn: '2026-12-24' },
  ])
  expect(due.headers.get('x-total-count')).toBe('2')
  const first = await owner.get('/api/next-steps?limit=1')
  expect([first.body.length, first.headers.get('x-total-count')]).toEqual([1, '2'])
  const { body: listed } = await owner.get('/api/customers?range=all&sort=next-step')
  expect(listed.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual(['Soon', 'Late'])
  expect(listed[0].nextStep).toEqual({ text: 'Call back again', dueOn: '2026-12-02' })
  const csv = await owner.get('/api/export/leads.csv?range=all')
  expect(csv.text).toContain('Call back again,2026-12-02')
  expect((await owner.send('DELETE', `/api/leads/${soon}/next-step`)).status).toBe(200)
  expect((await notesOf(soon)).nextStep).toBeNull()
})

test('a next step that was changed meanwhile is not ended for the one before', async () => {
  const id = await lead('changed@example.com')
  const path = `/api/leads/${id}/next-step`
  const [monday, friday] = [
    { text: 'Call', dueOn: '2026-11-30' },
    { text: 'Send contract', dueOn: '2026-12-04' },
  ]
  await sendJson(owner, 'PUT', path, friday)
  for (const other of [monday, { ...friday, dueOn: monday.dueOn }, { ...friday, text: monday.text }]) {
    const refused = await sendJson(owner, 'DELETE', path, other)
    expect(refused.status).toBe(409)
    expect(refused.body.error).toBe('The next step was changed meanwhile. Have a look at the new one.')
  }
  expect((await notesOf(id)).nextStep).toEqual(friday)
  for (let time = 0; time < 2; time += 1)
    expect((await sendJson(owner, 'DELETE', path, friday)).status).toBe(200)
  expect((await notesOf(id)).nextStep).toBeNull()
})

test('neither a note nor a next step is replaced by what was typed before it was changed', async () => {
  const id = await lead('two-tabs@example.com')
  const noteId = randomUUID()
  await owner.post(`/api/leads/${id}/notes`, { noteId, text: 'Two chairs.' })
  const write = (text: string, inPlaceOf: string) =>
    sendJson(owner, 'PUT', `/api/leads/${id}/notes/${noteId}`, { text, inPlaceOf })
  // Twice, as after an answer that was lost.
  for (let time = 0; time < 2; time += 1)
    expect((await write('Three chairs.', 'Two chairs.')).status).toBe(200)
  const late = await write('Four chairs.', 'Two chairs.')
  expect([late.status, late.body.error]).toEqual([
    409,
    'The note was changed meanwhile. Have a look at what it says now.',
  ])
  expect((await notesOf(id)).notes).toMatchObject([{ text: 'Three chairs.' }])
  expect((await write('Four chairs.', 'Three chairs.')).status).toBe(200)
  await owner.send('DELETE', `/api/leads/${id}/notes/${noteId}`)
  expect((await write('Five chairs.', 'Four chairs.')).status).toBe(404)

  const [call, offer] = [
    { text: 'Call', dueOn: '2026-11-30' },
    { text: 'Send the offer', dueOn: '2026-12-04' },
  ]
  const set = (step: object, inPlaceOf: object | null) =>
    sendJson(owner, 'PUT', `/api/leads/${id}/next-step`, { ...step, inPlaceOf })
  for (let time = 0; time < 2; time += 1) expect((await set(call, null)).status).toBe(200)
  for (const before of [null, offer, { ...call, dueOn: offer.dueOn }, { ...call, text: offer.text }])
    expect((await set({ ...offer, text: 'Late' }, before)).status).toBe(409)
  expect((await notesOf(id)).nextStep).toEqual(call)
  expect((await set(offer, call)).status).toBe(200)
  // Where it is done by now nothing is lost.
  await owner.send('DELETE', `/api/leads/${id}/next-step`)
  expect((await set(call, offer)).status).toBe(200)
})

test('the owner’s own tags stand beside those of rules, filter the list, and are taken off again', async () => {
  const id = await lead('tagged@example.com', 'Tagged')
  const { body } = await owner.post(`/api/leads/${id}/tags`, { tagName: ' Hot ' })
  expect(body).toMatchObject([
    { tagName: 'Hot', isOwn: true },
    { tagName: 'VH01 - Lead', isOwn: false },
  ])
  expect((await owner.post(`/api/leads/${id}/tags`, { tagName: 'Hot' })).body).toHaveLength(2)
  const hot = await owner.get('/api/customers?range=all&tag=Hot')
  expect(hot.body.map(({ name }: { name: string }) => name)).toEqual(['Tagged'])
  expect(
    (await owner.send('DELETE', `/api/leads/${id}/tags/${encodeURIComponent('VH01 - Lead')}`)).status,
  ).toBe(404)
  expect((await owner.send('DELETE', `/api/leads/${id}/tags/Hot`)).body).toHaveLength(1)
  expect((await owner.post(`/api/leads/${nobody}/tags`, { tagName: 'Hot' })).status).toBe(404)
})

test('every tag that can be given can be taken off again', async () => {
  const id = await lead('slip@example.com', 'Slip')
  for (const tagName of ['.', '..']) {
    const refused = await owner.post(`/api/leads/${id}/tags`, { tagName })
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { tagName: 'Tag in the CRM must be more than dots.' },
    ])
  }
  for (const tagName of ['...', '%2e', 'a/b', '?x=1#y', '%']) {
    expect((await owner.post(`/api/leads/${id}/tags`, { tagName })).body).toHaveLength(2)
    const path = `/api/leads/${id}/tags/${encodeURIComponent(tagName)}`
    expect((await owner.send('DELETE', path)).body).toHaveLength(1)
  }
})

test('without a CRM nothing is said to wait for one', async () => {
  expect((await owner.get('/api/connections/crm/state')).body).toEqual({ isConnected: false })
  const { body: logs } = await owner.get('/api/auto-tags/logs?limit=1')
  expect(logs[0].errorMessage).toBe('Set here; no CRM is connected.')
})

test('none of it is for anybody else', async () => {
  const stranger = product.browser()
  const id = await lead('private@example.com')
  for (const path of [`/api/leads/${id}/notes`, '/api/next-steps'])
    expect((await stranger.get(path)).status).toBe(401)
  expect((await stranger.post(`/api/leads/${id}/notes`, { text: 'x' })).status).toBe(401)
  expect((await stranger.post(`/api/leads/${id}/tags`, { tagName: 'x' })).status).toBe(401)
})

test('a day of the year 0, which no calendar has, is refused with its field', async () => {
  const id = await lead('year-zero@example.com', 'Zeno')
  const path = `/api/leads/${id}/next-step`
  const [step, never] = [
    { text: 'Call', dueOn: '2026-11-30' },
    { text: 'Call', dueOn: '0000-01-01' },
  ]
  const refused = await sendJson(owner, 'PUT', path, never)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['dueOn']])
  expect((await sendJson(owner, 'PUT', path, step)).status).toBe(200)
  expect((await sendJson(owner, 'PUT', path, { ...step, text: 'Again', inPlaceOf: never })).status).toBe(422)
  expect((await sendJson(owner, 'DELETE', path, never)).status).toBe(422)
  expect((await notesOf(id)).nextStep).toEqual(step)
})
