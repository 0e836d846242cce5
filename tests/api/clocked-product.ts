import { afterAll, beforeAll } from 'vitest'
import { type RunningProduct, runProduct } from '#support/running-product.ts'
import type { Answer, TestBrowser } from '#support/test-browser.ts'

/** Somebody who fills in forms. */
export const ada = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143' }

/** The product at a time of the tests' own, with what tests of people and numbers ask of it again and again. */
export type ClockedProduct = {
  readonly product: RunningProduct
  /** The owner's browser, signed in. */
  readonly owner: TestBrowser
  now(): Date
  /** Lets time pass. */
  pass(seconds: number): void
  summary(): Promise<Answer['body']>
  leads(q?: string): Promise<Answer['body']>
  /** What the product tells a browser about its own lead. */
  byFingerprint(browser: TestBrowser, fingerprint?: string): Promise<Answer['body']>
}

/** Starts the product before the tests of the file that calls this, and ends it after them. */
export function clockedProduct(): ClockedProduct {
  let now = new Date('2026-11-18T18:00:00Z')
  let started: { product: RunningProduct; owner: TestBrowser } | undefined
  beforeAll(async () => {
    const product = await runProduct({ clock: { now: () => now }, environment: { TRUST_PROXY: '1' } })
    started = { product, owner: await product.owner() }
  })
  afterAll(() => started?.product.end())
  const running = () => {
    if (!started) throw new Error('asked for before the tests of the file began')
    return started
  }
  return {
    get product() {
      return running().product
    },
    get owner() {
      return running().owner
    },
    now: () => now,
    pass(seconds) {
      now = new Date(now.getTime() + seconds * 1000)
    },
    summary: async () => (await running().owner.get('/api/analytics/summary?range=all')).body,
    leads: async (q = '') => (await running().owner.get(`/api/customers?range=all&q=${q}`)).body,
    byFingerprint: async (browser, fingerprint = '42') =>
      (await browser.post('/api/leads/by-fingerprint', { fingerprint })).body,
  }
}
