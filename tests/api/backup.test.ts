import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { backupEntries } from '#server/backup/backup-entries.ts'
import { writeSealedFile } from '#server/backup/backup-file.ts'
import { checkBackup } from '#server/backup/check-backup.ts'
import { loadBackup } from '#server/backup/load-backup.ts'
import { connectOnce } from '#server/backup/one-connection.ts'
import { lookAtTarget, restoreBackup } from '#server/backup/restore-backup.ts'
import { nightsAround } from '#server/backup/store.ts'
import { differencesIn, verifyBackup } from '#server/backup/verify-backup.ts'
import { BUSY_ADDRESS } from '#server/calendar/read-busy-times.ts'
import { readCalendar } from '#server/calendar/store.ts'
import { allMigrations } from '#server/migrations/all-migrations.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { placeOf } from '#server/vendor-settings/read-stored-settings.ts'
import { sealOf } from '#server/vendor-settings/seal.ts'
import { readVendorSettings } from '#server/vendor-settings/store.ts'
import {
  backUp,
  folderForTest,
  keepSecretsAndFilm,
  opened,
  passphrase,
  sourceOf,
  vendorSecret,
  withDatabase,
} from '#support/backed-up.ts'
import { fillEveryTable } from '#support/fill-every-table.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { openFreshDatabase } from '#support/open-for-test.ts'
import { runCommand } from '#support/run-command.ts'
import { productSecret, runProduct } from '#support/running-product.ts'
import { ordinaryTest, shareOf, thoroughTest } from '#support/share-of.ts'
import { tableCounts } from '#support/table-counts.ts'

const OTHER_SECRET = 'the secret of another machine, as long as it must be'

/** A product with two leads, secrets and a film, and a backup of it; the product goes on running. */
async function backedUpProduct() {
  const product = await runProduct()
  onTestFinished(product.end)
  for (const name of ['Ada', 'Grace']) {
    const browser = product.browser()
    await browser.post('/api/visitors/page-view', { path: '/meme', title: 'A page' })
    const email = `${name}.of.tests@example.com`
    await browser.post('/api/capture-lead', { name, email, phone: '202-555-0143', page: '/meme' })
  }
  const film = await keepSecretsAndFilm(product)
  const folder = folderForTest()
  return { product, film, folder, path: await backUp(product.databaseUrl, product.dataDir, folder) }
}

const into = (url: string, dataDir: string, secret = OTHER_SECRET) => ({
  connection: { connectionString: url },
  filmsPath: join(dataDir, 'media', 'films'),
  secret,
})

ordinaryTest(
  'a backup of a running product is proved, and becomes the same product elsewhere, under another secret',
  async () => {
    const { film, folder, path } = await backedUpProduct()
    // As if another process took its scratch away while this one looks for what was left: there is a name and no file.
    const [gone, trying] = [join(folder, 'none'), join(folder, 'scratch-0123456789ab')]
    symlinkSync(gone, trying)
    const proof = await verifyBackup(opened(path), { folder, connection: undefined })
    rmSync(trying)
    expect({ ...proof, manifest: undefined }).toEqual({
      ...{ tables: [], films: [], numbers: [], manifest: undefined },
    })
    expect(differencesIn(proof)).toBe(0)
    // The scratch is gone.
    expect(readdirSync(folder)).toEqual(['backup.leadline'])

    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    expect(await lookAtTarget({ connectionString: url })).toBe('empty')
    const elsewhere = folderForTest()
    await restoreBackup(into(url, elsewhere), opened(path))
    expect(readFileSync(join(elsewhere, 'media', 'films', film.name)).equals(film.bytes)).toBe(true)

    // Before anything runs on it, it has what the manifest says and nothing else.
    const one = await connectOnce({ connectionString: url })
    const query = async (sql: string, values?: unknown[]) => (await one.client.query(sql, values)).rows
    const counts = await tableCounts({ query })
    await one.end()
    const rowsOf = Object.fromEntries(
      proof.manifest.tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows]),
    )
    const whole = Object.entries(counts).filter(([name]) => name in rowsOf)
    expect(Object.fromEntries(whole)).toEqual(Object.fromEntries(whole.map(([name]) => [name, rowsOf[name]])))
    expect(whole.length).toBeGreaterThan(80)

    const other = await runProduct({ databaseUrl: url, environment: { SECRET: OTHER_SECRET } })
    onTestFinished(other.end)
    const owner = await other.owner()
    const leads = (await owner.get('/api/customers')).body
    expect(JSON.stringify(leads)).toContain('ada.of.tests@example.com')
    const seal = sealOf(OTHER_SECRET)
    const [setting] = await withDatabase(url, readVendorSettings)
    expect(seal.open(setting?.sealed ?? Buffer.alloc(0), placeOf('email', 'password'))).toBe(vendorSecret)
    const { busyAddress } = await withDatabase(url, (database) => readCalendar(database, 'UTC'))
    expect(seal.open(Buffer.from(busyAddress ?? '', 'base64url'), BUSY_ADDRESS)).toBe(
      'https://calendar.example/secret.ics',
    )
    // Ids go on from where they were.
    const stored = { name: 'Mary', email: 'mary@example.com', phone: '202-555-0144', page: '/meme' }
    expect((await other.browser().post('/api/capture-lead', stored)).status).toBe(200)
  },
)

thoroughTest('nothing in the file can be read without the passphrase', async () => {
  const { film, path } = await backedUpProduct()
  const bytes = readFileSync(path)
  for (const known of [vendorSecret, 'ada.of.tests@example.com', 'Grace', 'page_views', film.name])
    expect(bytes.includes(known), known).toBe(false)
  expect(bytes.includes(film.bytes.subarray(1000, 1032))).toBe(false)
})

thoroughTest(
  'a file that is damaged, cut, put together anew, newer or under another passphrase changes nothing',
  async () => {
    const { product, folder, path } = await backedUpProduct()
    const whole = readFileSync(path)
    const header = 61
    const chunk = 65_536 + 16
    await product.stop()
    const before = await tableCounts(product)
    const spoilt = (name: string, bytes: Buffer) => {
      writeFileSync(join(folder, name), bytes)
      return join(folder, name)
    }
    const changed = (at: number, bits = 1) => {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at)
      return bytes
    }
    expect(whole.length).toBeGreaterThan(header + 3 * chunk)
    const first = whole.subarray(header, header + chunk)
    const second = whole.subarray(header + chunk, header + 2 * chunk)
    const rest = whole.subarray(header + 2 * chunk)
    const cases: [string, Buffer, RegExp][] = [
      ['changed in the middle', changed(Math.floor(whole.length / 2)), /damaged/],
      ['cut between chunks', whole.subarray(0, header + 2 * chunk), /incomplete/],
      ['swapped', Buffer.concat([whole.subarray(0, header), second, first, rest]), /damaged/],
      [
        'of another format',
        Buffer.concat([whole.subarray(0, 16), Buffer.from([2]), whole.subarray(17)]),
        /newer version/,
      ],
      ['changed at the end', changed(whole.length - 1), /damaged/],
      ['changed at the beginning', changed(40), /passphrase does not open|damaged/],
      ['cut in a chunk', whole.subarray(0, whole.length - 100), /incomplete|damaged/],
      ['cut in the header', whole.subarray(0, 20), /incomplete/],
      ['empty', Buffer.alloc(0), /incomplete/],
      ['left out', Buffer.concat([whole.subarray(0, header), first, rest]), /damaged/],
      ['added to', Buffer.concat([whole, Buffer.from('more')]), /damaged|incomplete/],
      [
        'no backup',
        Buffer.from('a picture of a cat, and nothing else in it at all, whatever its name may say'),
        /no backup/,
      ],
    ]
    for (const [what, bytes, why] of shareOf(cases, 2)) {
      const open = opened(spoilt('spoilt.leadline', bytes))
      await expect(checkBackup(open()), what).rejects.toThrow(why)
      await expect(restoreBackup(into(product.databaseUrl, folder), open), what).rejects.toThrow(why)
    }
    const wrong = opened(path, 'another passphrase')
    await expect(checkBackup(wrong())).rejects.toThrow(/passphrase does not open/)
    await expect(restoreBackup(into(product.databaseUrl, folder), wrong)).rejects.toThrow(
      /passphrase does not/,
    )
    expect(await tableCounts(product)).toEqual(before)
    // No film was left half-written either.
    const films = join(folder, 'media', 'films')
    expect(existsSync(films) ? readdirSync(films).filter((name) => name.endsWith('.restored')) : []).toEqual(
      [],
    )
  },
)

thoroughTest('a backup of a newer schema is refused by name', async () => {
  const { product, folder } = await backedUpProduct()
  await product.query(`insert into kysely_migration values ('9998-colours', '2026-11-23')`)
  const newer = await backUp(product.databaseUrl, product.dataDir, folder)
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await expect(restoreBackup(into(url, folder), opened(newer))).rejects.toThrow(
    'The backup was made by a newer version (0.1.0, schema 9998-colours)',
  )
  expect(await lookAtTarget({ connectionString: url })).toBe('empty')
})

thoroughTest('a backup of an older schema is restored as it was, and then brought up to date', async () => {
  const old = await emptyDatabase()
  onTestFinished(old.drop)
  const connection = { connectionString: old.url }
  const names = Object.keys(allMigrations).filter((name) => name < '0021')
  const migrations = Object.fromEntries(
    names.map((name) => [name, allMigrations[name] ?? {}]),
  ) as typeof allMigrations
  await prepareDatabase({ connection, migrations, now: new Date(), say: () => {} })
  await withDatabase(old.url, (database) =>
    sql`insert into blocked_pages (id, page_path, is_active, blocked_at) values (gen_random_uuid(), '/meme2', true, now())`.execute(
      database,
    ),
  )
  const folder = folderForTest()
  const path = await backUp(old.url, folder, folder)
  expect(differencesIn(await verifyBackup(opened(path), { folder, connection: undefined }))).toBe(0)
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  await restoreBackup(into(url, folder), opened(path))
  const product = await runProduct({ databaseUrl: url, environment: { SECRET: OTHER_SECRET } })
  onTestFinished(product.end)
  expect(await product.query('select page_path from blocked_pages')).toEqual([{ page_path: '/meme2' }])
  expect(await product.query('select count(*)::integer as number from lead_notes')).toEqual([{ number: 0 }])
  const { body } = await (await product.owner()).get('/api/customers')
  expect(body).toEqual([])
})

thoroughTest(
  'rows that break their own rules are refused in a sentence that quotes none of them',
  async () => {
    const { product, folder } = await backedUpProduct()
    await product.query('alter table blocked_pages drop constraint blocked_pages_page_path_key')
    for (const _time of [1, 2])
      await product.query(`insert into blocked_pages (id, page_path, is_active, blocked_at)
      values (gen_random_uuid(), '/a-secret-page', true, now())`)
    const path = await backUp(product.databaseUrl, product.dataDir, folder)
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const said = await restoreBackup(into(url, folder), opened(path)).catch(String)
    expect(said).toBe(
      'BackupProblem: The backup holds rows that the database does not take (error 23505): it cannot be restored. Nothing was changed.',
    )
    expect(await lookAtTarget({ connectionString: url })).toBe('empty')
  },
)

ordinaryTest('every table that there is, also one that nobody told the backup of, is in it', async () => {
  const { product, folder } = await backedUpProduct()
  await product.query('create table favourite_colours (id uuid primary key, colour text)')
  await product.query(`insert into favourite_colours values (gen_random_uuid(), 'green')`)
  const { manifest } = await checkBackup(opened(await backUp(product.databaseUrl, product.dataDir, folder))())
  const tables = await product.query(`
    select schemaname || '.' || tablename as name from pg_tables t
    join pg_class c on c.oid = format('%I.%I', schemaname, tablename)::regclass
    where schemaname not in ('pg_catalog', 'information_schema') and not c.relispartition
      -- The worker that counts has tables of its own connection.
      and c.relpersistence <> 't'`)
  expect(manifest.tables.map(({ schema, name }) => `${schema}.${name}`).sort()).toEqual(
    tables.map(({ name }) => name).sort(),
  )
  expect(manifest.tables.find(({ name }) => name === 'favourite_colours')?.rows).toBe(1)
})

thoroughTest('every table with rows of every kind comes back the same', async () => {
  const { product, folder } = await backedUpProduct()
  await product.stop()
  const empty = await fillEveryTable(product)
  const path = await backUp(product.databaseUrl, product.dataDir, folder)
  const { manifest } = await checkBackup(opened(path)())
  expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual(empty)
  expect(empty.length, empty.join(', ')).toBeLessThan(20)
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const one = await connectOnce({ connectionString: url })
  onTestFinished(one.end)
  const { differences } = await one.database
    .transaction()
    .execute((transaction) => loadBackup(one, transaction, opened(path)(), async () => {}))
  expect(differences).toEqual([])
})

thoroughTest(
  'what was acknowledged before the backup began is in it, whatever comes while it is made',
  async () => {
    const product = await runProduct()
    onTestFinished(product.end)
    const acknowledged: string[] = []
    let isOver = false
    let number = 0
    const capture = async () => {
      while (!isOver) {
        const email = `person${number++}@example.com`
        const person = { name: 'A person', email, phone: 'none', page: '/meme' }
        const { status } = await product.browser().post('/api/capture-lead', person)
        if (status === 200) acknowledged.push(email)
      }
    }
    const load = [capture(), capture(), capture()]
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
    const folder = folderForTest()
    const before = [...acknowledged]
    const path = await backUp(product.databaseUrl, product.dataDir, folder)
    isOver = true
    await Promise.all(load)
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    await restoreBackup(into(url, folder), opened(path))
    const { manifest } = await checkBackup(opened(path)())
    const restored = await runProduct({ databaseUrl: url, environment: { SECRET: OTHER_SECRET } })
    onTestFinished(restored.end)
    const leads = new Set((await restored.query('select email from leads')).map(({ email }) => email))
    expect(before.filter((email) => !leads.has(email))).toEqual([])
    expect(manifest.tables.find(({ name }) => name === 'leads')?.rows).toBe(leads.size)
  },
)

thoroughTest('a restore refuses a database that is in use, or that is another program’s', async () => {
  const { product } = await backedUpProduct()
  await expect(lookAtTarget({ connectionString: product.databaseUrl })).rejects.toThrow(
    /^The product, or another program, is using this database \(\d+ connections\): stop it first/,
  )
  await product.stop()
  expect(await lookAtTarget({ connectionString: product.databaseUrl })).toBe('ours')
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const one = await connectOnce({ connectionString: url })
  await one.client.query('create table recipes (id integer)')
  await one.end()
  await expect(lookAtTarget({ connectionString: url })).rejects.toThrow(/tables of another program/)
})

thoroughTest(
  'a restore refuses an empty database that cannot hold the product, as a start does',
  async () => {
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const target = { connectionString: url }
    const name = new URL(url).pathname.slice(1)
    const run = async (...statements: string[]) => {
      const one = await connectOnce(target)
      for (const statement of statements) await one.client.query(statement)
      await one.end()
    }
    await run('create schema elsewhere', `alter database ${name} set search_path = elsewhere`)
    await expect(lookAtTarget(target)).rejects.toThrow(/makes its tables in the schema elsewhere/)
    await run(`alter database ${name} reset search_path`)
    const role = `nobody_of_${name}`
    await run(`create role ${role}`, `alter role current_user in database ${name} set role = ${role}`)
    // In the middle of a restore it was "25P02", which says nothing.
    await expect(lookAtTarget(target)).rejects.toMatchObject({ code: '42501' })
    await run('set role none', `grant create on database ${name} to ${role}`)
    await expect(lookAtTarget(target)).rejects.toMatchObject({ code: '42501' })
    await run('set role none', `grant create on schema public to ${role}`)
    expect(await lookAtTarget(target)).toBe('empty')
    await run(
      'set role none',
      `alter role current_user in database ${name} reset role`,
      `drop owned by ${role}`,
      `drop role ${role}`,
    )
  },
)

thoroughTest('a new machine restores into the database that the lost one has left', async () => {
  const { product, path, folder } = await backedUpProduct()
  await product.stop()
  // Its secret was on the machine that is gone; nobody else has it but the backup.
  const machine = {
    DATABASE_URL: product.databaseUrl,
    DATA_DIR: join(folder, 'new machine'),
    BACKUP_PASSPHRASE: passphrase,
  }
  const restored = await runCommand('restore', [path], machine)
  expect(restored, restored.output).toMatchObject({ how: 'exit code 0' })
  expect(readFileSync(join(machine.DATA_DIR, 'secret'), 'utf8')).toBe(productSecret)
  const [kept = ''] = readdirSync(join(machine.DATA_DIR, 'backups'))
  expect(kept).toMatch(/^before-restore-/)
  expect((await checkBackup(opened(join(machine.DATA_DIR, 'backups', kept))())).secret).toBe(productSecret)
})

thoroughTest(
  'the queue of another version of its library is carried over as far as both know it',
  async () => {
    const { product, folder } = await backedUpProduct()
    await product.stop()
    await product.query(`alter table jobs.job add column favourite_colour text default 'blue'`)
    await product.query(`update jobs.version set version = 42`)
    await product.query(
      `insert into jobs.job (name, data) values ('deliver-lead-to-crm', '{"leadId": "one\\ttwo"}')`,
    )
    const { url, drop } = await emptyDatabase()
    onTestFinished(drop)
    const path = await backUp(product.databaseUrl, product.dataDir, folder)
    const { rows: jobs = 0 } =
      (await checkBackup(opened(path)())).manifest.tables.find(({ name }) => name === 'job') ?? {}
    await restoreBackup(into(url, folder), opened(path))
    const one = await connectOnce({ connectionString: url })
    onTestFinished(one.end)
    const { rows } = await one.client.query(`select count(*)::integer as number,
    count(*) filter (where data ->> 'leadId' = E'one\\ttwo')::integer as odd,
    (select version from jobs.version) > 42 as is_newer from jobs.job`)
    expect(rows).toEqual([{ number: jobs, odd: 1, is_newer: true }])
  },
)

thoroughTest('a restore that fails at its very end leaves no video that no database knows', async () => {
  const { path, folder } = await backedUpProduct()
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const failing = async () => async () => {
    throw new Error('the power is gone')
  }
  await expect(restoreBackup(into(url, folder), opened(path), failing)).rejects.toThrow('the power is gone')
  expect(readdirSync(join(folder, 'media', 'films'))).toEqual([])
})

thoroughTest('a backup that cannot be written whole leaves no file', async () => {
  const { product, folder } = await backedUpProduct()
  const path = join(folder, 'half.leadline')
  async function* breaking() {
    let sent = 0
    for await (const bytes of backupEntries(sourceOf(product.databaseUrl, product.dataDir))) {
      if (sent++ > 40) throw new Error('the disk is gone')
      yield bytes
    }
  }
  await expect(writeSealedFile(path, 'a passphrase for tests', breaking())).rejects.toThrow(
    'the disk is gone',
  )
  expect(readdirSync(folder)).toEqual(['backup.leadline'])
})

thoroughTest('a backup that a killed process was making does not keep the next one waiting', async () => {
  const product = await runProduct({ lookForBackupEveryMs: 100 })
  onTestFinished(product.end)
  const heardOf = (ago: string) =>
    product.query(`
      insert into backups (id, occasion, state, started_at, touched_at, file)
      values (gen_random_uuid(), 'by-hand', 'running', now() - interval '1 hour', now() - interval '${ago}', '${ago}.leadline')`)
  const owner = await product.owner()
  const states = async () => {
    const { backups } = (await owner.get('/api/backups')).body
    return backups.map(({ state, reason }: { state: string; reason: string | null }) => [state, reason])
  }
  await heardOf('3 minutes')
  const failed = ['failed', 'The server ended while this backup was being made.']
  await expect.poll(states).toEqual([failed])
  // One that was heard of a minute ago is still being made.
  await heardOf('1 minute')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await states()).map(([state]: string[]) => state).sort()).toEqual(['failed', 'running'])
})

ordinaryTest(
  'a night begins once, also where the clock shows ten past three twice in it, or not at all',
  async () => {
    const database = await openFreshDatabase()
    const around = async (at: string, timezone: string) => {
      const { last, next } = await nightsAround(database, new Date(at), timezone)
      return [last, next].map((night) => night.toISOString().slice(0, 16))
    }
    const helsinki = (at: string) => around(at, 'Europe/Helsinki')
    // At four it is three again.
    const [before, second, after] = ['2026-10-24T00:10', '2026-10-25T01:10', '2026-10-26T01:10']
    expect(await helsinki('2026-10-25T00:09:59Z')).toEqual([before, second])
    expect(await helsinki('2026-10-25T00:30:00Z')).toEqual([before, second])
    expect(await helsinki('2026-10-25T01:09:59Z')).toEqual([before, second])
    expect(await helsinki('2026-10-25T01:10:00Z')).toEqual([second, after])
    // At three it is four at once.
    const [eve, night, morrow] = ['2027-03-27T01:10', '2027-03-28T01:10', '2027-03-29T00:10']
    expect(await helsinki('2027-03-28T01:05:00Z')).toEqual([eve, night])
    expect(await helsinki('2027-03-28T01:10:00Z')).toEqual([night, morrow])
    expect(await around('2026-03-01T12:00:00Z', 'America/New_York')).toEqual([
      ...['2026-03-01T08:10', '2026-03-02T08:10'],
    ])
  },
)
