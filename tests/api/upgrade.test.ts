import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { checkBackup } from '#server/backup/check-backup.ts'
import { openBackup } from '#server/backup/kept-films.ts'
import { ownPassphrase } from '#server/backup/own-passphrase.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import type { Step } from '#server/platform/migrate.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import type { UpgradeOptions } from '#server/upgrade/upgrade-database.ts'
import { folderForTest } from '#support/backed-up.ts'
import { baselineMigrations, loadBaseline } from '#support/baseline.ts'
import { emptyDatabase, freshDatabase } from '#support/fresh-database.ts'
import { productSecret, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { tableCounts } from '#support/table-counts.ts'

const step = (statement: string, contracts?: string[]): Step => ({
  async up(database) {
    await sql.raw(statement).execute(database)
  },
  ...(contracts && { contracts }),
})
const colours = step(`alter table leads add column favourite_colour text not null default 'blue'`)
const newest = Object.keys(allMigrations).at(-1)?.slice(0, 4)

/** An installation with a lead, stopped, and what it takes to bring its database to some schema. */
async function installation() {
  const product = await runProduct()
  onTestFinished(product.end)
  await product.browser().post('/api/visitors/page-view', { path: '/meme', title: 'A page' })
  const lead = { name: 'Ada', email: 'ada@example.com', phone: '202-555-0143', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
  await product.stop()
  const backupDir = join(folderForTest(), 'backups')
  return {
    product,
    backupDir,
    files: () => (existsSync(backupDir) ? readdirSync(backupDir).sort() : []),
    upgrade: (steps: Record<string, Step>, more: Partial<UpgradeOptions> = {}, now = new Date()) =>
      upgradeAt(product.databaseUrl, { ...allMigrations, ...steps }, { backupDir, ...more }, now),
  }
}

async function upgradeAt(
  url: string,
  migrations: Record<string, Step>,
  more: Partial<UpgradeOptions> & { backupDir: string },
  now = new Date(),
): Promise<string[]> {
  const said: string[] = []
  await prepareDatabase({
    ...{ connection: { connectionString: url }, migrations, now, say: (line: string) => said.push(line) },
    upgrading: {
      product: '0.2.0',
      secret: async () => productSecret,
      withoutBackupTo: undefined,
      ...more,
    },
  })
  return said
}

ordinaryTest(
  'data is backed up before its schema changes, counted again, and the older code names the way back',
  async () => {
    const { product, backupDir, files, upgrade } = await installation()
    const counts = await tableCounts(product)
    expect(await upgrade({})).toEqual([])
    expect(files()).toEqual([])

    const said = await upgrade({ '9998-colours': colours })
    const [file = ''] = files()
    expect(files()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^before-upgrade-from-0\\.1\\.0-schema-${newest}-to-0\\.2\\.0-schema-9998-2.+Z-[0-9a-f]{8}\\.leadline$`,
        ),
      ),
    ])
    const path = join(backupDir, file)
    expect(said).toEqual([
      expect.stringMatching(/^Database: its schema is \d{4}-[a-z-]+, this version needs 9998-colours\.$/),
      `Database: backed up before the upgrade, and read back whole: ${path}`,
      'Database: applied 9998-colours.',
      expect.stringMatching(
        /^Database: counted again after the upgrade: \d{2,} tables with \d{2,} rows, none is missing\.$/,
      ),
    ])
    const { start, manifest } = await checkBackup(openBackup(path, ownPassphrase(productSecret)))
    expect(start.migrations).toEqual(Object.keys(allMigrations))
    expect(manifest.tables.find(({ name }) => name === 'leads')?.rows).toBe(1)
    expect(await tableCounts(product)).toEqual({
      ...counts,
      'public.kysely_migration': Number(counts['public.kysely_migration']) + 1,
    })

    await expect(upgrade({})).rejects.toThrow(
      new RegExp(
        `^The data was written by a newer version \\(its schema is 9998-colours, .+\\): start that version again, or restore the backup made before the upgrade: npm run restore -- "${path}"\\. Nothing was changed\\.$`,
      ),
    )
    // Where it is not in this folder, nothing is promised.
    await expect(upgrade({}, { backupDir: folderForTest() })).rejects.toThrow(
      'or restore a backup from before it.',
    )
  },
)

thoroughTest(
  'a step that fails, and one that loses rows, leave all as it was and name the backup',
  async () => {
    const { product, backupDir, files, upgrade } = await installation()
    const counts = await tableCounts(product)
    const failing = { '9997-colours': colours, '9998-fails': step('select nothing_of_the_kind()') }
    await expect(upgrade(failing)).rejects.toThrow(
      new RegExp(
        `^The database could not be brought to this version: 9998-fails failed .+ Nothing was changed: start the version you had, and report this\\. The backup made before it is ${backupDir}/before-upgrade-.+-to-0\\.2\\.0-schema-9998-.+\\.leadline\\.$`,
      ),
    )
    await expect(upgrade({ '9998-forgets': step('delete from page_views') })).rejects.toThrow(
      'counted again, page_views has 0 rows in place of 1. Nothing was changed',
    )
    await expect(upgrade({ '9998-drops': step('drop table lead_notes') })).rejects.toThrow(
      'counted again, the table lead_notes is gone. Nothing was changed',
    )
    expect(await tableCounts(product)).toEqual(counts)
    // Tried again and again, there is one backup and not one for each try.
    await upgrade(failing, {}, new Date(Date.now() + 60_000)).catch(() => {})
    expect(files()).toHaveLength(1)
    // The code before goes on.
    const old = await runProduct({ databaseUrl: product.databaseUrl })
    expect((await (await old.owner()).get('/api/customers')).body).toHaveLength(1)
    await old.end()
    await upgrade({ '9998-drops': step('drop table lead_notes', ['lead_notes']) })
  },
)

thoroughTest(
  'of several processes that start at once one backs up and migrates, and the others wait',
  async () => {
    const { files, upgrade } = await installation()
    const all = await Promise.all([1, 2, 3].map(() => upgrade({ '9998-colours': colours })))
    expect(files()).toHaveLength(1)
    expect(all.filter((lines) => lines.includes('Database: applied 9998-colours.'))).toHaveLength(1)
    const waiting = all.filter((lines) => !lines.includes('Database: applied 9998-colours.'))
    expect(waiting.flat().filter((line) => !line.includes('waiting for that'))).toEqual([])
  },
)

thoroughTest('an upgrade is not begun without its backup, unless a setting names its schema', async () => {
  const { product, backupDir, files, upgrade } = await installation()
  const counts = await tableCounts(product)
  const next = { '9998-colours': colours }
  const full = () => ({ lowShare: 1, fullBytes: Number.MAX_SAFE_INTEGER, fullShare: 1.01 })
  await expect(upgrade(next, { diskLimits: full })).rejects.toThrow(
    `The upgrade was not begun, because the backup before it failed: The disk that holds ${backupDir} is too full for it. Nothing was changed: start the version you had, or mend this; UPGRADE_WITHOUT_BACKUP=9998 goes on without a backup and without a way back.`,
  )
  await expect(upgrade(next, { diskLimits: full, withoutBackupTo: '9997' })).rejects.toThrow('was not begun')
  const blocked = join(folderForTest(), 'a-file')
  writeFileSync(blocked, '')
  chmodSync(blocked, 0o400)
  await expect(upgrade(next, { backupDir: join(blocked, 'backups') })).rejects.toThrow('was not begun')
  await expect(
    upgrade(next, { secret: async () => 'the secret of some other installation' }),
  ).rejects.toThrow('SECRET is not the one this database was set up with')
  expect(files()).toEqual([])
  expect(await tableCounts(product)).toEqual(counts)
  expect(await upgrade(next, { diskLimits: full, withoutBackupTo: '9998' })).toContain(
    'Database: no backup is made before this upgrade, as UPGRADE_WITHOUT_BACKUP is 9998.',
  )
  expect(files()).toEqual([])
})

thoroughTest('an upgrade goes on while processes of the version before write what it changes', async () => {
  const { url, drop } = await freshDatabase()
  onTestFinished(drop)
  const old = await runProduct({ databaseUrl: url })
  onTestFinished(old.end)
  let isOver = false
  let number = 0
  const capture = async () => {
    while (!isOver) {
      const lead = { name: 'A person', email: `p${number++}@example.com`, phone: 'none', page: '/meme' }
      expect((await old.browser().post('/api/capture-lead', lead)).status).toBe(200)
    }
  }
  const load = [capture(), capture()]
  await expect.poll(() => number).toBeGreaterThan(10)
  const touched = step(`alter table leads add column touched boolean; update leads set touched = true`)
  await upgradeAt(url, { ...allMigrations, '9998-touched': touched }, { backupDir: folderForTest() })
  const before = number
  await expect.poll(() => number).toBeGreaterThan(before + 10)
  isOver = true
  await Promise.all(load)
})

thoroughTest(
  'two installations that share a folder and are upgraded in one second keep a copy each',
  async () => {
    const backupDir = join(folderForTest(), 'backups')
    const now = new Date()
    const secrets = [productSecret, 'the secret of some other installation']
    const files: string[] = []
    for (const secret of secrets) {
      const product = await runProduct({ environment: { SECRET: secret } })
      onTestFinished(product.end)
      const up = (steps: Record<string, Step>) =>
        upgradeAt(
          product.databaseUrl,
          { ...allMigrations, ...steps },
          { backupDir, secret: async () => secret },
          now,
        )
      await up({ '9998-colours': colours })
      const [file = ''] = readdirSync(backupDir).filter((name) => !files.includes(name))
      files.push(file)
      // The way back leads to its own.
      await expect(up({})).rejects.toThrow(join(backupDir, file))
    }
    expect(readdirSync(backupDir).sort()).toEqual(files.sort())
  },
)

thoroughTest('what the first version left is upgraded by a start, and shown among the backups', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await loadBaseline({ connectionString: url })
  const said: string[] = []
  const product = await runProduct({ databaseUrl: url, say: (line) => said.push(line) })
  onTestFinished(product.end)
  expect(said).toContainEqual(expect.stringMatching(/^Database: backed up before the upgrade/))
  const owner = await product.owner()
  const { body } = await owner.get('/api/backups')
  expect(body.safetyCopies).toEqual([
    {
      file: expect.stringMatching(/^before-upgrade-from-schema-0027-to-0\.1\.0-schema-/),
      madeBefore: 'upgrade',
      madeAt: expect.any(String),
      bytes: expect.any(Number),
      from: 'schema 0027',
      to: expect.stringMatching(/^0\.1\.0, schema \d{4}$/),
    },
  ])
  // Whoever downloads it opens it with the owner's passphrase; as long as there is none it stays here.
  expect((await owner.get(`/api/backups/copies/${body.safetyCopies[0].file}`)).status).toBe(409)
  expect((await owner.get('/api/backups/copies/..%2Fsecret')).status).toBe(404)
  await expect(
    upgradeAt(url, baselineMigrations, { backupDir: join(product.dataDir, 'backups') }),
  ).rejects.toThrow(/npm run restore -- ".+before-upgrade-from-schema-0027-to-.+\.leadline"/)
})
