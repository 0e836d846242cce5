import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDisks } from './watch-disks.ts'

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
