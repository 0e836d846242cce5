import { setTimeout as pause } from 'node:timers/promises'
import type { Crm } from '#server/integrations/crm.ts'
import { createGoHighLevel } from '#server/integrations/vendors/gohighlevel/gohighlevel.ts'
import { type CrmServer, startCrmServer } from '#support/crm-server.ts'

/** How the CRM goes on failing for one person. */
export type Defect = 'server-error' | 'connection-lost' | 'refused'

/** The demo's CRM: a local server that behaves as the real one, and the product's own adapter in front of it. */
export type DemoCrm = {
  crm: Crm
  server: CrmServer
  /** Another adapter that lives at a time of its own, so that its waits hold nobody else up. */
  at(now: () => Date): Crm
  /** From now on every tag for a contact, or every save of an email, fails in this way. */
  fail(contactIdOrEmail: string, defect: Defect): void
  /** How long the CRM takes to add a tag, in milliseconds. */
  pace: [least: number, most: number]
  stop(): Promise<void>
}

const account = { token: 'pit-demo-0000', locationId: 'demo-location' }
// The month is written in seconds; the real allowance would make it take an hour.
const limits = { perInterval: 1_000_000, perDay: 10_000_000 }
// Long for a machine in the same room, so that a call that is never answered costs the demo little time.
const TIMEOUT_MS = 400

/** Starts the demo's CRM on a free port of this machine. */
export async function startDemoCrm(): Promise<DemoCrm> {
  const server = await startCrmServer({ ...account, limits })
  const defects = new Map<string, Defect>()
  const demo: Pick<DemoCrm, 'pace'> = { pace: [0, 0] }

  const throughTheNetwork: typeof fetch = async (input, init) => {
    const contactId = /\/contacts\/(\w+)\/tags$/.exec(String(input))?.[1]
    const [least, most] = demo.pace
    if (contactId) await pause(least + Math.random() * (most - least))
    const defect = defects.get(contactId ?? emailIn(init?.body))
    return defect ? failing(defect) : fetch(input, init)
  }
  const adapter = (now?: () => Date) =>
    createGoHighLevel({
      ...account,
      baseUrl: server.url,
      fetch: throughTheNetwork,
      timeoutMs: now ? TIMEOUT_MS : 10_000,
      now,
    })

  return Object.assign(demo, {
    crm: adapter(),
    server,
    at: adapter,
    fail: (who: string, defect: Defect) => void defects.set(who, defect),
    stop: () => server.stop(),
  })
}

const emailIn = (body: unknown): string =>
  typeof body === 'string' ? (/"email":"([^"]+)"/.exec(body)?.[1] ?? '') : ''

function failing(defect: Defect): Response {
  if (defect === 'server-error')
    return Response.json({ statusCode: 500, message: 'Internal Server Error' }, { status: 500 })
  if (defect === 'refused')
    return Response.json({ statusCode: 422, message: ['email must be an email'] }, { status: 422 })
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  throw new TypeError('fetch failed', { cause })
}
