import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'

/** What the clients were told is stored: page views by id, captures by submission id with their email. */
export type Ledger = { views: Set<string>; captures: Map<string, string> }

/** Opens the data folder of a stopped product and gives a sentence for each thing that is lost, doubled or miscounted. */
export async function compareWithLedger(dataDir: string, ledger: Ledger): Promise<string[]> {
  const installation = await openInstallation(readConfig({ DATA_DIR: dataDir }), () => {})
  const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) =>
    (await query.execute(installation.database)).rows
  try {
    const views = await rowsOf(
      sql<{ id: string; count: number }>`select id, count(*) as count from page_views group by id`,
    )
    const captures = await rowsOf(
      sql<{
        id: string
        count: number
      }>`select coalesce(submission_id, 'capture ' || id) as id, count(*) as count
        from lead_captures group by 1`,
    )
    const leads = await rowsOf(sql<{
      email: string
      captures: number
      tags: number
      jobs: number
      receipts: number
    }>`
      select email, capture_count as captures,
        (select count(*) from lead_tags where lead_id = leads.id and tag_name = 'VH01 - Lead') as tags,
        (select count(*) from jobs.job where name = 'deliver-lead-to-crm' and data ->> 'leadId' = leads.id::text) as jobs,
        (select count(distinct capture_id) from consent_receipts where lead_id = leads.id) as receipts
      from leads`)
    const capturesOf = Map.groupBy(ledger.captures.values(), (email) => email)
    const problems = [
      ...eachOnce('page view', ledger.views, views),
      ...eachOnce('capture', new Set(ledger.captures.keys()), captures),
      ...eachOnce(
        'lead',
        new Set(capturesOf.keys()),
        leads.map(({ email }) => ({ id: email, count: 1 })),
      ),
    ]
    for (const { email, captures, tags, jobs, receipts } of leads) {
      const expected = capturesOf.get(email)?.length ?? 0
      if (captures !== expected)
        problems.push(`lead ${email}: ${captures} captures counted, ${expected} made`)
      if (receipts !== expected)
        problems.push(`lead ${email}: receipts of ${receipts} captures, ${expected} made`)
      if (tags !== 1) problems.push(`lead ${email}: ${tags} lead tags`)
      if (jobs < 1) problems.push(`lead ${email}: no job for the CRM`)
    }
    for (const { what, where, stored, counted } of await verifyReports(installation.database))
      problems.push(`${what}, ${where}: stored ${stored}, counted ${counted}`)
    return problems
  } finally {
    await installation.close()
  }
}

function eachOnce(what: string, expected: Set<string>, found: { id: string; count: number }[]): string[] {
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  const problems = [...expected].filter((id) => !counts.has(id)).map((id) => `${what} ${id}: lost`)
  for (const [id, count] of counts) {
    if (!expected.has(id)) problems.push(`${what} ${id}: nobody made it`)
    if (count > 1) problems.push(`${what} ${id}: stored ${count} times`)
  }
  return problems
}
