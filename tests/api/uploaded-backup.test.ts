import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type Arrival, BACKUP_UPLOADS } from '#contract/backups.ts'
import { backUp, folderForTest, keepSecretsAndFilm, passphrase } from '#support/backed-up.ts'
import { arrived, begin, sendPart, tus } from '#support/film-upload.ts'
import { ownerPassword, type RunningProduct, runProduct } from '#support/running-product.ts'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import type { TestBrowser } from '#support/test-browser.ts'

const PATIENT = { timeout: 60_000 }
const CHECK = '/api/backups/arrival/check'

async function run(databaseUrl?: string): Promise<RunningProduct> {
  const product = await runProduct({
    ...(databaseUrl && { databaseUrl }),
    environment: { BACKUP_PASSPHRASE: 'another passphrase than the file has' },
    lookForBackupEveryMs: 600_000,
  })
  onTestFinished(product.end)
  return product
}

/** A product with a lead and a film, and a backup of it from elsewhere, as bytes. */
async function withBackup() {
  const product = await run()
  const film = await keepSecretsAndFilm(product)
  await capture(product, 'first@example.com')
  const path = await backUp(product.databaseUrl, product.dataDir, folderForTest())
  await capture(product, 'second@example.com')
  return { product, owner: await product.owner(), bytes: readFileSync(path), film }
}

const capture = async (product: RunningProduct, email: string): Promise<void> => {
  const lead = { name: 'A person', email, phone: 'none', page: '/meme' }
  expect((await product.browser().post('/api/capture-lead', lead)).status).toBe(200)
}

const arrivalOf = async (owner: TestBrowser): Promise<Arrival | null | undefined> =>
  (await owner.get('/api/backups').catch(() => undefined))?.body?.arrival

/** Sends a file whole; gives the answer to its last part. */
async function upload(product: RunningProduct, owner: TestBrowser, bytes: Buffer) {
  const begun = await begin(owner, bytes.length, 'mine.leadline', BACKUP_UPLOADS)
  expect(begun.status).toBe(201)
  return sendPart(product, owner, begun.headers.get('location') ?? '', { offset: 0, bytes })
}

const filesLeft = (product: RunningProduct): string[] => {
  const folder = join(product.dataDir, 'backups', 'arrived')
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []
}

const emailsOf = async (product: RunningProduct) =>
  (await product.query('select email from leads order by 1')).map(({ email }) => email)

thoroughTest(
  'a file comes in parts, after a break too, is checked with its passphrase and restored with its film',
  async () => {
    const { product, owner, bytes, film } = await withBackup()
    const begun = await begin(owner, bytes.length, 'mine.leadline', BACKUP_UPLOADS)
    const address = begun.headers.get('location') ?? ''
    expect(await arrivalOf(owner)).toMatchObject({
      name: 'mine.leadline',
      from: 'computer',
      state: 'arriving',
      arrived: 0,
    })
    const half = Math.floor(bytes.length / 2)
    await sendPart(product, owner, address, {
      offset: 0,
      bytes: bytes.subarray(0, half + 5000),
      cutAfter: half,
    })
    const sendFrom = (offset: number) =>
      sendPart(product, owner, address, { offset, bytes: bytes.subarray(offset) })
    expect((await sendFrom(half + 5001)).status).toBe(409)
    // What the broken connection still brings comes in meanwhile; a browser asks again, too.
    await expect
      .poll(async () => {
        const there = await arrived(owner, address)
        expect(there).toBeLessThanOrEqual(half + 5000)
        return (await sendFrom(there)).status
      }, PATIENT)
      .toBe(204)
    const { id = '' } = (await arrivalOf(owner)) ?? {}
    expect(await arrivalOf(owner)).toMatchObject({ state: 'arrived', arrived: bytes.length })
    const restore = (password: string, more: object = {}) =>
      owner.post('/api/backups/restore', { file: id, password, ...more })
    expect((await restore(ownerPassword, { passphrase })).status).toBe(404)

    // Under neither today's passphrase nor a wrong one.
    expect(await owner.post(CHECK, { id })).toMatchObject({
      status: 422,
      body: { fields: { passphrase: 'Type the passphrase that this backup was made with' } },
    })
    expect(await owner.post(CHECK, { id, passphrase: 'not the passphrase' })).toMatchObject({
      status: 422,
      body: { fields: { passphrase: 'This passphrase does not open the backup' } },
    })
    expect((await product.browser().post(CHECK, { id, passphrase })).status).toBe(401)
    expect((await owner.post(CHECK, { id: 'another', passphrase })).status).toBe(404)
    expect((await owner.post(CHECK, { id, passphrase })).status).toBe(200)
    await expect.poll(async () => (await arrivalOf(owner))?.state, PATIENT).toBe('checked')
    expect((await arrivalOf(owner))?.madeAt).toMatch(/^\d{4}-/)
    expect(JSON.stringify((await owner.get('/api/backups')).body)).not.toContain(passphrase)

    expect((await restore('not the password', { passphrase })).status).toBe(422)
    expect((await restore(ownerPassword)).body.fields).toMatchObject({ passphrase: expect.any(String) })
    expect(await emailsOf(product)).toEqual(['first@example.com', 'second@example.com'])
    expect((await restore(ownerPassword, { passphrase })).status).toBe(200)
    await expect
      .poll(
        async () => (await owner.get('/api/backups').catch(() => undefined))?.body?.lastRestore?.state,
        PATIENT,
      )
      .toBe('done')
    expect(await emailsOf(product)).toEqual(['first@example.com'])
    expect(readFileSync(join(product.dataDir, 'media', 'films', film.name))).toEqual(film.bytes)
    const { lastRestore } = (await owner.get('/api/backups')).body
    expect(lastRestore).toMatchObject({ file: 'mine.leadline', problem: null })
    expect(lastRestore.safetyCopy).toMatch(/^before-restore-/)
    expect(filesLeft(product)).toEqual([])
  },
)

thoroughTest(
  'what is damaged, cut, swapped, newer or no backup is refused in a sentence, and nothing of it is left',
  async () => {
    const { product, owner, bytes } = await withBackup()
    const changed = Buffer.from(bytes)
    const at = bytes.length - 40
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    // The lengths of header and chunk are those of src/server/backup/sealed-stream.ts.
    const [header, chunk] = [61, 65_552]
    const swapped = Buffer.concat([
      bytes.subarray(0, header),
      bytes.subarray(header + chunk, header + 2 * chunk),
      bytes.subarray(header, header + chunk),
      bytes.subarray(header + 2 * chunk),
    ])
    for (const [what, file, why] of [
      ['damaged', changed, /damaged/],
      ['cut', bytes.subarray(0, bytes.length - 100), /incomplete|damaged/],
      ['swapped', swapped, /damaged/],
      ['cut in its header', bytes.subarray(0, 30), /incomplete/],
    ] as const) {
      expect((await upload(product, owner, file)).status, what).toBe(204)
      const { id = '' } = (await arrivalOf(owner)) ?? {}
      expect((await owner.post(CHECK, { id, passphrase })).status, what).toBe(200)
      await expect.poll(async () => (await arrivalOf(owner))?.state, PATIENT).toBe('refused')
      expect((await arrivalOf(owner))?.problem, what).toMatch(why)
      expect(filesLeft(product), what).toEqual(['arrival.json'])
      expect(
        (await owner.post('/api/backups/restore', { file: id, password: ownerPassword, passphrase })).status,
      ).toBe(404)
    }
    const newer = Buffer.from(bytes)
    newer.writeUInt8(2, 16)
    for (const [file, why] of [
      [newer, /newer version/],
      [Buffer.from('a picture of a cat, and nothing else in it at all'), /no backup of this product/],
    ] as const) {
      const sent = await upload(product, owner, file)
      expect(sent.status).toBe(415)
      expect(sent.body).toMatch(why)
      expect(filesLeft(product)).toEqual([])
    }
    await product.query(`insert into kysely_migration values ('9998-colours', '2026-11-23')`)
    const later = readFileSync(await backUp(product.databaseUrl, product.dataDir, folderForTest()))
    await product.query(`delete from kysely_migration where name = '9998-colours'`)
    expect((await upload(product, owner, later)).status).toBe(204)
    const { id = '' } = (await arrivalOf(owner)) ?? {}
    expect((await owner.post(CHECK, { id, passphrase })).status).toBe(200)
    await expect
      .poll(async () => (await arrivalOf(owner))?.problem, PATIENT)
      .toMatch(/made by a newer version/)
    expect(filesLeft(product)).toEqual(['arrival.json'])
    expect((await owner.send('DELETE', '/api/backups/arrival')).body.arrival).toBeNull()
    expect(filesLeft(product)).toEqual([])
    expect(await emailsOf(product)).toEqual(['first@example.com', 'second@example.com'])
  },
)

ordinaryTest(
  'an upload takes a session, a size that the disk has room for, and no more bytes than it said',
  async () => {
    const product = await run()
    const owner = await product.owner()
    expect((await begin(product.browser(), 1000, 'mine.leadline', BACKUP_UPLOADS)).status).toBe(401)
    expect((await begin(owner, 0, 'mine.leadline', BACKUP_UPLOADS)).status).toBe(422)
    const endless = await begin(owner, 900_000_000_000_000, 'mine.leadline', BACKUP_UPLOADS)
    expect(endless).toMatchObject({ status: 507, body: { error: expect.stringMatching(/has room for/) } })
    expect(filesLeft(product)).toEqual([])
    const begun = await begin(owner, 40, '../../up.leadline', BACKUP_UPLOADS)
    const address = begun.headers.get('location') ?? ''
    const bytes = Buffer.concat([Buffer.from('LEADLINE BACKUP\n\u0001'), Buffer.alloc(60)])
    expect((await sendPart(product, owner, address, { offset: 0, bytes })).status).toBe(413)
    expect((await sendPart(product, product.browser(), address, { offset: 0, bytes })).status).toBe(401)
    // A second one takes the first one's place.
    const again = await begin(owner, 40, 'mine.leadline', BACKUP_UPLOADS)
    expect((await owner.send('HEAD', address, { headers: tus })).status).toBe(404)
    expect((await owner.send('DELETE', again.headers.get('location') ?? '', { headers: tus })).status).toBe(
      204,
    )
    expect(filesLeft(product)).toEqual([])
  },
)
