import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderForTest } from '#support/backed-up.ts'
import { startCommand } from '#support/run-command.ts'
import { startS3Server } from '#support/s3-server.ts'

const file = 'nightly-2026-11-20T031000Z.leadline'
const film = `${'a'.repeat(64)}-0`
const FULL = '/dev/full'

/** A second place with a backup and its film in it, and a folder that the command fetches them to. */
async function placeWithCopy(hasFilm: boolean) {
  const server = await startS3Server()
  onTestFinished(server.stop)
  const backup = randomBytes(2_000_000)
  const video = hasFilm ? randomBytes(3_000_000) : undefined
  const proved = (bytes: Buffer) => ({
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const put = (key: string, bytes: Buffer, more: object = {}) => {
    server.objects.set(key, bytes)
    server.objects.set(`${key}.json`, Buffer.from(JSON.stringify({ ...proved(bytes), ...more })))
  }
  put(file, backup, { by: 'this one', films: video ? [film] : [] })
  if (video) put(`films/${film}`, video)
  const folder = folderForTest()
  const path = join(folder, file)
  const fetch = (out = path) =>
    startCommand('backup-fetch', [file, '--out', out], {
      ...{ BACKUP_S3_ENDPOINT: server.url, BACKUP_S3_BUCKET: server.bucket },
      ...{ BACKUP_S3_ACCESS_KEY_ID: server.accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: server.secretAccessKey },
      DATA_DIR: join(folder, 'none'),
    })
  return { server, backup, video, folder, path, fetch }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** What may be taken for a backup or its film: every file that has its whole name. */
const wholeNames = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map(({ name }) => name)

test.each(['its film', 'the backup itself'])(
  'a fetch that is killed in the middle of %s leaves nothing that looks like a backup, and the next one brings it',
  async (what) => {
    const { server, folder, path, fetch, backup, video } = await placeWithCopy(what === 'its film')
    server.halved = what === 'its film' ? `films/${film}` : file
    const cut = fetch()
    const before = what === 'its film' ? backup.length : 0
    await expect.poll(() => bytesIn(folder)).toBeGreaterThan(before + 500_000)
    cut.child.kill('SIGKILL')
    await cut.ended
    expect(wholeNames(folder)).toEqual([])
    server.halved = undefined
    const again = await fetch().ended
    expect(again, again.output).toMatchObject({ how: 'exit code 0' })
    expect(readFileSync(path)).toEqual(backup)
    if (video) expect(readFileSync(join(folder, 'films', film))).toEqual(video)
    expect(readdirSync(folder).sort()).toEqual(video ? ['films', file] : [file])
  },
)

test.for(['its film', 'the backup itself'])(
  'a fetch on whose disk there is no room for %s says so, and leaves nothing of it',
  async (what, { skip }) => {
    skip(!existsSync(FULL), 'this system has no disk that is always full')
    const { folder, path, fetch } = await placeWithCopy(what === 'its film')
    const films = join(folder, 'films')
    if (what === 'its film') mkdirSync(films)
    symlinkSync(FULL, `${what === 'its film' ? join(films, film) : path}.part`)
    expect(await fetch().ended).toEqual({
      how: 'exit code 1',
      output: 'The disk is full: there is no room for the backup.\n',
    })
    expect(bytesIn(folder)).toBe(0)
  },
)

test('a backup is not fetched into a folder that is not there, as of a disk that is not mounted', async () => {
  const { folder, fetch } = await placeWithCopy(false)
  const missing = join(folder, 'no-such-disk')
  expect(await fetch(join(missing, file)).ended).toEqual({
    how: 'exit code 1',
    output: `There is no folder ${missing}: make it, or bring its disk back, or name another file. Nothing was written.\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a backup is fetched into the installation’s own folder of backups, which is made for it', async () => {
  const { folder, fetch } = await placeWithCopy(false)
  const own = join(folder, 'none', 'backups')
  expect((await fetch(join(own, file)).ended).how).toBe('exit code 0')
  expect(readdirSync(own)).toEqual([file])
})

test('bytes that are not those that were sent stay under no name, and the same name can be fetched again', async () => {
  const { server, folder, fetch } = await placeWithCopy(false)
  server.begin('spoil', 1)
  const spoiled = await fetch().ended
  expect(spoiled).toMatchObject({ how: 'exit code 1' })
  expect(spoiled.output).toMatch(/is not what was sent there/)
  expect(readdirSync(folder)).toEqual([])
  expect(await fetch().ended).toMatchObject({ how: 'exit code 0' })
})
