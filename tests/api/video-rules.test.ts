import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { TestBrowser } from '#support/test-browser.ts'

let product: RunningProduct
let owner: TestBrowser
let now = new Date('2026-11-18T18:00:00Z')
const VH02 = 'VH02 - Saw Pitch'

beforeAll(async () => {
  product = await runProduct({ clock: { now: () => now } })
  owner = await product.owner()
})
afterAll(() => product?.end())

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const addRule = async (tagName: string, watchTime: number) => {
  const rule = { name: tagName, tagName, trigger: 'video_progress', conditions: { watchTime } }
  expect((await owner.post('/api/auto-tags/rules', rule)).status).toBe(200)
}
const capture = async (browser: TestBrowser, name: string) => {
  const lead = { name, email: `${name}@example.com`, phone: '202-555-0143', page: '/meme' }
  const { status } = await browser.post('/api/capture-lead', lead)
  expect(status).toBe(200)
}
const watch = async (browser: TestBrowser, ...seconds: number[]) => {
  for (const watchTime of seconds) {
    pass(2)
    const { status } = await browser.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime })
    expect(status).toBe(200)
  }
}
type Row = { tagName: string; status: string; triggerData: { watchTime?: number } }
/** What the log says of somebody's video rules: which tag, and at which second. */
const executions = async (name: string): Promise<[string, number | undefined][]> => {
  const { body } = await owner.get(`/api/auto-tags/logs?q=${name}@`)
  return body
    .filter(({ tagName }: Row) => tagName !== 'VH01 - Lead')
    .map(({ tagName, triggerData }: Row) => [tagName, triggerData.watchTime])
    .reverse()
}

it('fires each rule at the second its owner set, once, whatever was reported in the minute before', async () => {
  await addRule('Five minutes', 300)
  const ann = product.browser()
  await capture(ann, 'ann')
  await watch(ann, 299)
  expect(await executions('ann')).toEqual([])
  await watch(ann, 300, 301, 360)
  expect(await executions('ann')).toEqual([['Five minutes', 300]])
  await watch(ann, 690, 714, 715, 716, 720)
  expect(await executions('ann')).toEqual([
    ['Five minutes', 300],
    [VH02, 715],
  ])
})

it('takes one late report for everything that lies before it, and a second browser for nothing new', async () => {
  const bo = product.browser()
  await capture(bo, 'bo')
  await watch(bo, 720)
  const both = [
    ['Five minutes', 720],
    [VH02, 720],
  ]
  expect((await executions('bo')).sort()).toEqual(both)
  const phone = product.browser()
  await watch(phone, 310)
  await capture(phone, 'bo')
  await watch(phone, 500, 719, 721)
  expect((await executions('bo')).sort()).toEqual(both)
})

it('counts the regular reports of what is watched as well, and tells the page what to report', async () => {
  const cleo = product.browser()
  await capture(cleo, 'cleo')
  const { body } = await cleo.post('/api/visitors/watch-progress', {
    media: 'm',
    steps: [54, 55],
    position: 280,
  })
  expect(body).toEqual({ success: true, seconds: expect.arrayContaining([300, 715]) })
  expect((await cleo.get('/api/visitors/awaited-seconds')).body.seconds.sort()).toEqual([300, 715])
  await cleo.post('/api/visitors/watch-progress', { media: 'm', steps: [56, 57, 58, 59, 60] })
  expect(await executions('cleo')).toEqual([['Five minutes', 300]])
  // One moment, told by both calls at once.
  await Promise.all([
    ...[1, 2, 3].map(() => cleo.post('/api/leads/add-video-tag', { fingerprint: 1, watchTime: 715 })),
    cleo.post('/api/visitors/watch-progress', { media: 'm', steps: [143], position: 715 }),
  ])
  expect(await executions('cleo')).toEqual([
    ['Five minutes', 300],
    [VH02, 715],
  ])
})

it('holds for what is watched from then on, also where the lead comes later', async () => {
  const dan = product.browser()
  await watch(dan, 120, 310)
  const eve = product.browser()
  await capture(eve, 'eve')
  await watch(eve, 130)
  await addRule('Two minutes', 120)
  await addRule('Six minutes', 360)
  await watch(eve, 140, 365)
  expect((await executions('eve')).sort()).toEqual([
    ['Five minutes', 365],
    ['Six minutes', 365],
  ])
  await watch(dan, 400)
  await capture(dan, 'dan')
  expect((await executions('dan')).sort()).toEqual([
    ['Five minutes', 310],
    ['Six minutes', 400],
  ])
})

it('tries a rule out by the very reports that it will run on', async () => {
  const tryOut = async (watchTime: number): Promise<string[]> => {
    const draft = { tagName: 'x', trigger: 'video_progress', conditions: { watchTime } }
    const { body } = await owner.post('/api/auto-tags/rules/dry-run', draft)
    return body.people.map(({ name }: { name: string }) => name).sort()
  }
  expect(await tryOut(400)).toEqual(['ann', 'bo', 'cleo', 'dan'])
  expect(await tryOut(365)).toEqual(['ann', 'bo', 'cleo', 'dan', 'eve'])
  expect(await tryOut(900)).toEqual([])
  // Whoever reached it longer ago is not tagged by going on later.
  now = new Date(now.getTime() + 31 * 86_400_000)
  owner = await product.owner()
  const fay = product.browser()
  await capture(fay, 'fay')
  await watch(fay, 500)
  expect(await tryOut(400)).toEqual(['fay'])
})

it('counts for whoever leaves their details in the same browser next, at the very same second too', async () => {
  const browser = product.browser()
  for (const name of ['first-of-two', 'second-of-two']) {
    await capture(browser, name)
    await watch(browser, 720)
    expect(await executions(name)).toContainEqual([VH02, 720])
  }
})
