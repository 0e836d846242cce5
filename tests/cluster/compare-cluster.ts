import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'
import type { CrmServer } from '#support/crm-server.ts'
import { waitFor } from '#support/eventually.ts'
import type { Acknowledged } from './cluster-clients.ts'

/** What a comparison found: how many writes it looked at, and a sentence for each that is lost, doubled or miscounted. */
export type Comparison = { compared: number; problems: string[] }

/**
 * Waits until all jobs are done, then holds the database against what the clients were told is stored, and the CRM
 * against the jobs that were to reach it. All clients repeated until they were told, so the two have to be equal.
 */
export async function compareCluster(
  environment: Record<string, string>,
  acknowledged: Acknowledged,
  crm: CrmServer,
): Promise<Comparison> {
  const { database, close } = await openInstallation(readConfig(environment), () => {})
  const rows = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(database)).rows
  const undone = async () =>
    (
      await rows(sql<{ number: number }>`
        select (select count(*) from leads where crm_state <> 'delivered')
          + (select count(*) from lead_tags where state <> 'delivered') as number`)
    )[0]?.number
  try {
    await waitFor('all jobs are done', async () => (await undone()) === 0, 180_000)
    const views = await rows(sql<Counted>`select id::text, count(*) as count from page_views group by 1`)
    const captures = await rows(
      sql<Counted>`select coalesce(submission_id, 'capture ' || id) as id, count(*) as count from lead_captures group by 1`,
    )
    const bookings = await rows(
      sql<Counted>`select email as id, count(*) as count from calendar_bookings where state = 'booked' group by 1`,
    )
    const given = (
      await rows(sql<{ number: number }>`select count(*) as number from jobs.job where state = 'failed'`)
    )[0]
    const emails = new Set([...acknowledged.captures.values(), ...acknowledged.bookings.values()])
    const perEmail = Map.groupBy(acknowledged.bookings.values(), (email) => email)
    const problems = [
      ...eachOnce('page view', new Map([...acknowledged.views].map((id) => [id, 1])), views),
      ...eachOnce('capture', new Map([...acknowledged.captures.keys()].map((id) => [id, 1])), captures),
      ...eachOnce('booking', new Map([...perEmail].map(([email, made]) => [email, made.length])), bookings),
      ...eachOnce(
        'contact in the CRM',
        new Map([...emails].map((email) => [email, 1])),
        countOf(crm.contacts().map(({ email }) => email ?? 'nobody')),
      ),
      ...effectsOnce(crm, acknowledged),
      ...(given?.number ? [`${given.number} jobs were given up`] : []),
    ]
    for (const { what, where, stored, counted } of await verifyReports(database))
      problems.push(`${what}, ${where}: stored ${stored}, counted ${counted}`)
    return {
      compared: acknowledged.views.size + acknowledged.captures.size + acknowledged.bookings.size,
      problems,
    }
  } finally {
    await close()
  }
}

type Counted = { id: string; count: number }

const countOf = (ids: string[]): Counted[] =>
  [...Map.groupBy(ids, (id) => id)].map(([id, all]) => ({ id, count: all.length }))

/** What each job does in the CRM is done once: a contact for each person, a tag for each that was reached. */
function effectsOnce(crm: CrmServer, { captures, bookings }: Acknowledged): string[] {
  const effects = crm.effects()
  const expected = {
    'contact created': new Set([...captures.values(), ...bookings.values()]).size,
    'tag added: vh01 - lead': new Set(captures.values()).size,
    'tag added: vh04 - booked call': new Set(bookings.values()).size,
  }
  return Object.entries(expected).flatMap(([effect, wanted]) => {
    const done = effects.filter((one) => one === effect).length
    return done === wanted ? [] : [`${effect}: ${done} times, ${wanted} wanted`]
  })
}

function eachOnce(what: string, expected: Map<string, number>, found: Counted[]): string[] {
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  const lost = [...expected].filter(([id]) => !counts.has(id)).map(([id]) => `${what} ${id}: lost`)
  const wrong = [...counts]
    .filter(([id, count]) => count !== expected.get(id))
    .map(([id, count]) => `${what} ${id}: stored ${count} times, ${expected.get(id) ?? 0} made`)
  return [...lost, ...wrong]
}
