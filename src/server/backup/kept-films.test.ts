import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSealedFile, writeSealedFile } from './backup-file.ts'
import { copyBackup } from './copy-backup.ts'
import { dropKeptFilms, keepFilm } from './kept-films.ts'

const secret = 'the secret of an installation'
const bytes = randomBytes(100_000)

function place() {
  const root = mkdtempSync(join(tmpdir(), 'leadline-kept-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = (name: string) => {
    mkdirSync(join(root, name, 'films'), { recursive: true })
    return join(root, name)
  }
  const film = join(root, 'film.mp4')
  writeFileSync(film, bytes)
  return { folder, film }
}

async function read(path: string, passphrase: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readSealedFile(path, passphrase)) parts.push(part)
  return Buffer.concat(parts)
}

test('a film kept under another passphrase after the disk was replaced is copied beside the one from before', async () => {
  const { folder, film } = place()
  const copies = folder('copies')
  for (const passphrase of ['the passphrase of before', 'the passphrase of now']) {
    // Every disk begins empty.
    const disk = folder(passphrase)
    const { file } = await keepFilm(disk, { passphrase, secret }, film)
    expect(await copyBackup(disk, copies, { files: [join('films', file)] })).toBeNull()
    expect((await read(join(copies, 'films', file), passphrase)).equals(bytes)).toBe(true)
    expect((await keepFilm(folder('another process'), { passphrase, secret }, film)).file).toBe(file)
  }
  expect(readdirSync(join(copies, 'films'))).toHaveLength(2)
})

test('a copy that would fill the disk of the second folder, which may be the site’s own, is broken off', async () => {
  const { folder, film } = place()
  const [disk, copies] = [folder('disk'), folder('copies')]
  const { file } = await keepFilm(disk, { passphrase: 'the passphrase of now', secret }, film)
  const files = [join('films', file)]
  const { bavail, bsize } = statfsSync(copies)
  // Full it is not yet, and would be after a little more.
  const limits = () => ({ lowShare: 0, fullBytes: bavail * bsize * 0.75, fullShare: 1 })
  expect(await copyBackup(disk, copies, { files, limits })).toBe(
    `It was not copied to ${copies}: there is too little room there.`,
  )
  expect(readdirSync(join(copies, 'films'))).toEqual([])
  expect(await copyBackup(disk, copies, { files })).toBeNull()
  expect(readdirSync(join(copies, 'films'))).toEqual([file])
})

test('a film that is kept by the sum of its bytes alone, as names once were, is not kept again', async () => {
  const { folder, film } = place()
  const disk = folder('disk')
  const passphrase = 'the passphrase of now'
  const old = `${createHash('sha256').update(bytes).digest('hex')}-0`
  async function* once() {
    yield bytes
  }
  await writeSealedFile(join(disk, 'films', old), passphrase, once())
  expect((await keepFilm(disk, { passphrase, secret }, film)).file).toBe(old)
  expect(readdirSync(join(disk, 'films'))).toEqual([old])
})

test('of the films that are kept those go that no backup needs, and no other', async () => {
  const { folder, film } = place()
  const disk = folder('disk')
  const { file } = await keepFilm(disk, { passphrase: 'the passphrase of now', secret }, film)
  writeFileSync(join(disk, 'films', 'of-no-backup'), bytes)
  await dropKeptFilms(disk, new Set([file]))
  expect(readdirSync(join(disk, 'films'))).toEqual([file])
})

test('the films that the site plays stay where the folder of media is the folder of backups, too', async () => {
  const { folder, film } = place()
  const disk = folder('disk')
  const played = [`${'0a'.repeat(16)}.index`, `${'0a'.repeat(16)}.mp4`, `${'0b'.repeat(16)}.webm`]
  for (const name of played) writeFileSync(join(disk, 'films', name), bytes)
  await keepFilm(disk, { passphrase: 'the passphrase of now', secret }, film)
  await dropKeptFilms(disk, new Set())
  expect(readdirSync(join(disk, 'films')).sort()).toEqual(played)
})
