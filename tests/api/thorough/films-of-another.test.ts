// A sample of it is in tests/api/films.test.ts.
import { existsSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepSecretsAndFilm } from '#support/backed-up.ts'
import { waitFor } from '#support/eventually.ts'
import { emptyDatabase } from '#support/fresh-database.ts'
import { type RunningProduct, runProduct } from '#support/running-product.ts'

const longAgo = new Date(Date.now() - 4 * 24 * 3_600_000)

/** Waits until a product has gone through its films once more, from the beginning on. */
async function swept(product: RunningProduct, rounds = 2): Promise<void> {
  const owner = await product.owner()
  const lastRun = async (): Promise<string | undefined> =>
    (await owner.get('/api/status')).body.work.find(
      ({ name }: { name: string }) => name === 'clear unfinished uploads',
    )?.lastRunAt
  for (let round = 0; round < rounds; round += 1) {
    const before = await lastRun()
    await waitFor('the films to be gone through', async () => {
      const now = await lastRun()
      return now !== undefined && now !== before
    })
  }
}

test('a database that begins anew beside the films of another takes none of them away', async () => {
  const first = await runProduct()
  onTestFinished(first.end)
  const film = await keepSecretsAndFilm(first)
  const media = join(first.dataDir, 'media')
  const path = join(media, 'films', film.name)
  utimesSync(path, longAgo, longAgo)

  // As where DATABASE_URL is set for the first time, or names a database that is not the one that was meant.
  const anew = await emptyDatabase()
  onTestFinished(anew.drop)
  const other = await runProduct({
    databaseUrl: anew.url,
    environment: { MEDIA_DIR: media },
    sweepFilmsEveryMs: 50,
  })
  onTestFinished(other.end)
  await swept(other)
  expect(existsSync(path)).toBe(true)

  // The one whose films they are still takes away what nobody needs.
  const again = await runProduct({
    databaseUrl: first.databaseUrl,
    environment: { MEDIA_DIR: media },
    sweepFilmsEveryMs: 50,
  })
  onTestFinished(again.end)
  const leftover = join(media, 'films', `${'0'.repeat(32)}.mp4`)
  writeFileSync(`${leftover}.part`, '')
  utimesSync(`${leftover}.part`, longAgo, longAgo)
  renameSync(`${leftover}.part`, leftover)
  await waitFor('what nobody needs to be removed', () => !existsSync(leftover))
  await swept(other)
  expect((await fetch(`${again.url}/films/${film.name}`)).status).toBe(200)
  expect((await (await again.owner()).get('/api/status')).body.media).toEqual({
    ...{ bytes: film.bytes.length, files: 1 },
  })
})
