import { writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readTables } from '#server/backup/catalogue.ts'
import { sumOf } from '#server/backup/copy-tables.ts'
import { openBackup } from '#server/backup/kept-films.ts'
import { loadBackup } from '#server/backup/load-backup.ts'
import { connectOnce } from '#server/backup/one-connection.ts'
import { ownPassphrase } from '#server/backup/own-passphrase.ts'
import type { TableSum } from '#server/backup/records.ts'
import { verifyReports } from '#server/counting/verify-reports.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { folderForTest, withDatabase } from '#support/backed-up.ts'
import { baselineMigrations, baselineSchema, loadBaseline } from '#support/baseline.ts'
import { waitFor } from '#support/eventually.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { runCommand } from '#support/run-command.ts'
import { ownerPassword, productSecret, runProduct } from '#support/running-product.ts'

/** The rows of every table with the columns that a baseline has, and their sums. */
async function sumsOf(url: string, like?: TableSum[]): Promise<TableSum[]> {
  const one = await connectOnce({ connectionString: url })
  try {
    const sums: TableSum[] = []
    for (const table of await readTables(one.client))
      if (!like || like.some(({ schema, name }) => schema === table.schema && name === table.name))
        sums.push(await sumOf(one.client, table))
    return sums
  } finally {
    await one.end()
  }
}

async function schemaOf(url: string): Promise<unknown> {
  const one = await connectOnce({ connectionString: url })
  try {
    return (await one.client.query('select max(name) as schema from kysely_migration')).rows[0]?.schema
  } finally {
    await one.end()
  }
}

async function baseline() {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await loadBaseline({ connectionString: url })
  return url
}

test('the baseline with data in it is upgraded, counts the same, and goes back to what it was', async () => {
  const url = await baseline()
  const before = await sumsOf(url)
  const countsBefore = new Map(before.map(({ schema, name, rows }) => [`${schema}.${name}`, rows]))
  expect(countsBefore.size).toBeGreaterThan(80)
  const folder = folderForTest()
  const environment = { DATA_DIR: folder, DATABASE_URL: url, SECRET: productSecret }
  const films = join(folder, 'media', 'films')
  await mkdir(films, { recursive: true })
  writeFileSync(join(films, 'a-film-of-the-coach.mp4'), 'the bytes of a film')

  const said: string[] = []
  const upgradeAlone = () =>
    prepareDatabase({
      connection: { connectionString: url },
      migrations: allMigrations,
      now: new Date(),
      say: (line) => said.push(line),
      upgrading: {
        ...{ product: '0.1.0', backupDir: join(folder, 'backups'), withoutBackupTo: undefined },
        secret: async () => productSecret,
      },
    })
  await upgradeAlone()
  const file = /read back whole: (.+)$/m.exec(said.join('\n'))?.[1] ?? ''
  expect(said).toContainEqual(
    expect.stringMatching(/^Database: counted again after the upgrade: .+ none is missing\.$/),
  )
  expect(await schemaOf(url)).toBe(Object.keys(allMigrations).at(-1))
  const after = new Map((await sumsOf(url, before)).map((sum) => [`${sum.schema}.${sum.name}`, sum.rows]))
  // What is counted from events may be made anew, with more to count by: the recount tells whether it is right.
  const made = new Set([
    'public.counted_values',
    ...Object.values(allMigrations).flatMap(({ contracts = [] }) =>
      contracts.map((name) => `public.${name}`),
    ),
  ])
  for (const [table, rows] of countsBefore)
    if (!table.includes('kysely_') && !made.has(table))
      expect([table, after.get(table)]).toEqual([table, rows])

  // The product of today serves it, to the owner of then.
  const product = await runProduct({ databaseUrl: url, environment: { DATA_DIR: folder } })
  onTestFinished(product.end)
  const owner = await product.owner()
  expect((await owner.get('/api/customers?range=all')).body).toHaveLength(6)
  expect((await owner.get('/api/payments')).status).toBe(200)
  await waitFor('everything counted anew', async () => {
    const [state] = await product.query('select is_counted from counting_state')
    return state?.is_counted === true
  })
  expect(ownerPassword).toBeTruthy()
  await product.stop()
  expect(await withDatabase(url, verifyReports)).toEqual([])

  // The version of then says where the way back is, and the command goes it.
  const older = prepareDatabase({
    connection: { connectionString: url },
    migrations: baselineMigrations,
    now: new Date(),
    say: () => {},
    upgrading: {
      ...{ product: '0.1.0', backupDir: join(folder, 'backups'), withoutBackupTo: undefined },
      secret: async () => productSecret,
    },
  })
  await expect(older).rejects.toThrow(`npm run restore -- "${file}"`)
  const restored = await runCommand('restore', [file], environment)
  expect(restored, restored.output).toMatchObject({ how: 'exit code 0' })
  // The next start counts anew what is counted from events.
  await upgradeAlone()
  expect(await withDatabase(url, verifyReports)).toEqual([])

  // What the older version's restore makes of the file: the schema of then, and each row as it was.
  const back = await emptyDatabase()
  onTestFinished(back.drop)
  const one = await connectOnce({ connectionString: back.url })
  const { differences } = await one.database
    .transaction()
    .execute((transaction) =>
      loadBackup(one, transaction, openBackup(file, ownPassphrase(productSecret)), async () => {}),
    )
  await one.end()
  expect(differences).toEqual([])
  expect(await schemaOf(back.url)).toBe(baselineSchema)
  expect(await sumsOf(back.url)).toEqual(before)
})
