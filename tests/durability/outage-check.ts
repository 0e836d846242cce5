import { sql } from 'kysely'
import { expect } from 'vitest'
import { readConfig } from '#server/config.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { openInstallation } from '#server/open-installation.ts'
import { waitFor } from '#support/eventually.ts'
import type { TestBrowser } from '#support/test-browser.ts'
import { publicWrites, type Writers } from './outage-load.ts'

/** Waits until everything answers as before, by itself. */
export async function expectRecovery(browser: TestBrowser, patienceMs = 15_000): Promise<void> {
  await waitFor('ready again', async () => (await browser.get('/readyz')).status === 200, patienceMs)
  for (const [path, body] of publicWrites('recovered@example.com'))
    await waitFor(
      `${path} works again`,
      async () => (await browser.post(path, body)).status === 200,
      patienceMs,
    )
}

/** Opens the database of a stopped product: what the writers were told is stored is there, none of it twice. */
export async function expectKept(
  environment: Record<string, string>,
  writers: Pick<Writers, 'views' | 'captures'>,
): Promise<void> {
  const { database, close } = await openInstallation(readConfig(environment), () => {})
  const { rows: views } = await sql<{ id: string; count: number }>`
    select id::text, count(*) as count from page_views group by 1`.execute(database)
  const { rows: captures } = await sql<{ id: string }>`
    select submission_id as id from lead_captures where submission_id is not null`.execute(database)
  const differences = await verifyReports(database)
  await close()
  const viewIds = new Set(views.map(({ id }) => id))
  const captureIds = new Set(captures.map(({ id }) => id))
  expect(
    [...writers.views].filter((id) => !viewIds.has(id)),
    'lost views',
  ).toEqual([])
  expect(
    [...writers.captures].filter((id) => !captureIds.has(id)),
    'lost captures',
  ).toEqual([])
  expect(
    views.filter(({ count }) => count > 1),
    'views stored more than once',
  ).toEqual([])
  expect(differences).toEqual([])
}
