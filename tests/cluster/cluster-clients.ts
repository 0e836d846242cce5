import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pick, type Random } from '#support/seeded-random.ts'
import { type Answer, createBrowser, phone, type TestBrowser } from '#support/test-browser.ts'

/** What the clients were told is stored: page views by id, captures and bookings by id with their email. */
export type Acknowledged = {
  views: Set<string>
  captures: Map<string, string>
  bookings: Map<string, string>
}

/** The clients at work, and what they saw of a pause. */
export type ClusterClients = {
  acknowledged: Acknowledged
  /** When each write was acknowledged, in ms of `performance.now()`, in order. */
  acknowledgedAt: number[]
  /** How many calls were answered 503 with `Retry-After`. */
  refused: number
  /** How long the slowest answer took, whatever it was. */
  slowestMs: number
  /** Answers that no failover explains. */
  wrong: string[]
  /** Lets the clients make so many captures and bookings next; else they look at pages. */
  want(next: { captures: number; bookings: number }): void
  end(): Promise<void>
}

const CLIENTS = 16
const PAUSE_MS = 60
const REPEAT_MS = 400
// Of one visit.
const STEPS = 8

/**
 * Lets 16 clients write like visitors, half of them at each address. A write is repeated with the same ids until it is
 * acknowledged, as browsers and forms do.
 */
export function startClients(urls: string[], random: Random): ClusterClients {
  let isOver = false
  const wanted = { captures: 0, bookings: 0 }
  const clients: ClusterClients = {
    acknowledged: { views: new Set(), captures: new Map(), bookings: new Map() },
    acknowledgedAt: [],
    refused: 0,
    slowestMs: 0,
    wrong: [],
    want({ captures, bookings }) {
      wanted.captures += captures
      wanted.bookings += bookings
    },
    async end() {
      isOver = true
      await Promise.all(all)
    },
  }
  const { views, captures, bookings } = clients.acknowledged

  async function timed(call: () => Promise<Answer>): Promise<Answer | null> {
    const begun = performance.now()
    try {
      return await call()
    } catch (error) {
      clients.wrong.push(`no answer: ${error}`)
      return null
    } finally {
      clients.slowestMs = Math.max(clients.slowestMs, performance.now() - begun)
    }
  }

  /** Repeats a call until it has another answer than that the service is busy. */
  async function untilAnswered(call: () => Promise<Answer>): Promise<Answer | null> {
    for (;;) {
      const answer = await timed(call)
      if (answer?.status === 503 && Number(answer.headers.get('retry-after')) > 0) clients.refused += 1
      else if (answer) return answer
      if (clients.wrong.length > 100) throw new Error(`too much is wrong: ${clients.wrong[0]}`)
      await pause(REPEAT_MS * (0.5 + random()))
      if (!answer && isOver) return null
    }
  }

  async function write(browser: TestBrowser, path: string, body: object, note = () => {}): Promise<void> {
    const answer = await untilAnswered(() => browser.post(path, body))
    if (answer?.status !== 200) return void clients.wrong.push(`${path}: ${answer?.status} ${answer?.text}`)
    clients.acknowledgedAt.push(performance.now())
    note()
    await pause(PAUSE_MS * (0.5 + random()))
  }

  async function book(browser: TestBrowser, email: string): Promise<void> {
    const bookingId = randomUUID()
    for (;;) {
      const slots = await untilAnswered(() => browser.get('/api/calendar/slots'))
      const start = pick(random, (slots?.body.slots ?? []) as string[])
      const body = { bookingId, start, name: 'Ada Kern', email, timezone: 'UTC' }
      const answer = await untilAnswered(() => browser.post('/api/calendar/bookings', body))
      // Somebody else took it meanwhile.
      if (answer?.status === 409) continue
      if (answer?.status !== 200) clients.wrong.push(`booking: ${answer?.status} ${answer?.text}`)
      else {
        clients.acknowledgedAt.push(performance.now())
        bookings.set(bookingId, email)
      }
      return
    }
  }

  /** What is wanted of the clients, else a look at a page. Who books has left their details, as the CRM asks for. */
  async function one(
    browser: TestBrowser,
    at: { number: number; step: number; email: string },
  ): Promise<void> {
    if (wanted.bookings > 0) {
      wanted.bookings -= 1
      await capture(browser, at)
      await book(browser, at.email)
    } else if (wanted.captures > 0) {
      wanted.captures -= 1
      await capture(browser, at)
    } else {
      const eventId = randomUUID()
      const view = { path: `/page-${at.step}`, eventId }
      await write(browser, '/api/visitors/page-view', view, () => views.add(eventId))
    }
  }

  async function capture(browser: TestBrowser, { number, email }: { number: number; email: string }) {
    const submissionId = randomUUID()
    const who = { name: `Client ${number}`, email, phone: 'none', page: '/meme' }
    await write(browser, '/api/capture-lead', { ...who, submissionId }, () =>
      captures.set(submissionId, email),
    )
  }

  async function client(number: number): Promise<void> {
    const url = urls[number % urls.length] ?? ''
    while (!isOver) {
      const from = `198.51.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`
      const browser = createBrowser(url, phone, { 'x-forwarded-for': from })
      const email = `${randomUUID()}@example.com`
      await write(browser, '/api/visitors/track', { path: '/meme?utm_source=ig' })
      for (let step = 0; step < STEPS && !isOver; step += 1) await one(browser, { number, step, email })
    }
  }
  const all = Array.from({ length: CLIENTS }, (_, number) =>
    client(number).catch((error: unknown) => void clients.wrong.push(`client ${number}: ${error}`)),
  )
  return clients
}
