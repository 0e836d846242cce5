import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { ANSWER_WITHIN_MS } from '#server/platform/deadline.ts'
import type { RunningProduct } from '#support/running-product.ts'
import { type Answer, createBrowser, type TestBrowser } from '#support/test-browser.ts'

const wholeAnswers = {
  ...{ name: 'Ada Kern', phone: '2025550143', situation: 'employed', problem: 'Time', goal: 'Less of it' },
  ...{ ready: '8', start: 'now', alone: 'yes', budget: 'medium' },
}

/** The five public writes that need the database, as a browser that is known already sends them. */
export const publicWrites = (email: string): [string, Record<string, unknown>][] => [
  ['/api/visitors/track', { path: '/meme' }],
  ['/api/visitors/page-view', { path: '/meme', eventId: randomUUID() }],
  ['/api/capture-lead', { name: 'Ada Kern', email, phone: '2025550143', submissionId: randomUUID() }],
  ['/api/analytics/capture-with-visitor', { name: 'Ada Kern', email, phone: '2025550143', slug: '/meme' }],
  ['/api/leads/by-fingerprint', { fingerprint: '1' }],
  [
    '/api/application/answers',
    { responseId: randomUUID(), revision: 1, answers: { problem: 'Time', email } },
  ],
  ['/api/application', { responseId: randomUUID(), answers: { ...wholeAnswers, email } }],
]

/** What a visitor asks of the own calendar: its free times, and one of them. */
export const calendarCalls = (browser: TestBrowser): [string, () => Promise<Answer>][] => [
  ['free times', () => browser.get('/api/calendar/slots')],
  [
    'a booking',
    () =>
      browser.post('/api/calendar/bookings', {
        start: new Date(Date.now() + 2 * 86_400_000).toISOString(),
        name: 'Ada Kern',
        email: 'booking@example.com',
      }),
  ],
]

/**
 * Expects the answer of a service that is busy: 503, one sentence, and when to come back; within two seconds, and by how much
 * later a timer that was set beside the call went off, which is what the machine had to do for others.
 */
export async function expectBusy(call: () => Promise<Answer>, what: string): Promise<void> {
  const started = performance.now()
  const held = pause(ANSWER_WITHIN_MS).then(() => performance.now() - started - ANSWER_WITHIN_MS)
  const { status, headers, body } = await call()
  const tookMs = performance.now() - started
  expect({ what, status, body }).toEqual({ what, status: 503, body: { error: expect.any(String) } })
  expect(Number(headers.get('retry-after')), what).toBeGreaterThan(0)
  expect(tookMs - (await held), what).toBeLessThan(2000)
}

/** Expects every public write to be refused as busy, the process to be alive and not ready, and pages to open. */
export async function expectOutage(product: RunningProduct, browser: TestBrowser): Promise<void> {
  const calls = publicWrites('outage@example.com').map(([path, body]) =>
    expectBusy(() => browser.post(path, body), path),
  )
  calls.push(...calendarCalls(browser).map(([what, call]) => expectBusy(call, what)))
  await Promise.all(calls)
  const started = performance.now()
  expect((await browser.get('/healthz')).status).toBe(200)
  expect((await browser.get('/')).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(1000)
  await expectBusy(() => browser.get('/readyz'), '/readyz')
  await expectBusy(
    () => product.browser().post('/api/analytics/verify-password', { password: 'a guess' }),
    'verify-password',
  )
  await expectBusy(() => browser.get('/api/analytics/session'), 'a dashboard call')
}

/** Writers that repeat each view and capture with its id until it is acknowledged, and what was. */
export type Writers = { views: Set<string>; captures: Set<string>; refused: number; end(): Promise<void> }

/** Starts eight writers, about a hundred calls a second. */
export function startWriters(url: string): Writers {
  let isOver = false
  const writers: Writers = {
    views: new Set(),
    captures: new Set(),
    refused: 0,
    async end() {
      isOver = true
      await Promise.all(all)
    },
  }
  async function write(number: number): Promise<void> {
    while (!isOver) {
      const browser = createBrowser(url)
      await untilAcknowledged(browser, '/api/visitors/track', { path: '/meme' })
      for (let page = 0; page < 6; page += 1) {
        const eventId = randomUUID()
        await untilAcknowledged(browser, '/api/visitors/page-view', { path: `/page-${page}`, eventId })
        writers.views.add(eventId)
      }
      const submissionId = randomUUID()
      const who = { name: `Writer ${number}`, email: `${submissionId}@example.com`, phone: '2025550143' }
      await untilAcknowledged(browser, '/api/capture-lead', { ...who, submissionId })
      writers.captures.add(submissionId)
    }
  }
  async function untilAcknowledged(browser: TestBrowser, path: string, body: object): Promise<void> {
    for (;;) {
      const answer = await browser.post(path, body)
      if (answer.status === 200) break
      expect({ path, status: answer.status, text: answer.text }).toMatchObject({ path, status: 503 })
      writers.refused += 1
      await pause(300)
    }
    await pause(60)
  }
  const all = Array.from({ length: 8 }, (_, number) => write(number))
  return writers
}
