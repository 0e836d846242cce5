import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { keptFree } from '#server/films/film-folder.ts'
import { reserveOf, watchDisks } from './watch-disks.ts'

const full = () => ({ lowShare: 1.01, fullBytes: Number.MAX_SAFE_INTEGER, fullShare: 1.01 })

test('a full disk that only videos lie on takes no lead away; one that holds anything else closes the site', async () => {
  const folder = tmpdir()
  const ofFilms = watchDisks({ media: folder }, full)
  await ofFilms.look()
  expect(ofFilms.disks().map(({ place, state }) => [place, state])).toEqual([['media', 'full']])
  expect(ofFilms.isFull()).toBe(false)
  for (const place of ['data', 'database'] as const) {
    const watch = watchDisks({ media: folder, [place]: folder }, full)
    await watch.look()
    expect(watch.isFull()).toBe(true)
  }
})

const GIGABYTE = 2 ** 30

test.each([0.25, 1, 1.5, 2.5, 5, 1000])(
  'a video that a disk of %d GB has room for does not make it count as full',
  (size) => {
    const total = size * GIGABYTE
    expect(keptFree(total)).toBeGreaterThan(1.5 * reserveOf({ total }))
  },
)
