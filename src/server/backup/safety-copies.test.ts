import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderMark, nameBackup } from './name-backup.ts'
import {
  clearUpgradeDrafts,
  copiesOfOthersIn,
  dropSafetyCopies,
  keptSafetyCopies,
  safetyCopiesIn,
  safetyCopyOf,
  versionPart,
} from './safety-copies.ts'

const at = (second: number) => `2026-11-23T0711${String(second).padStart(2, '0')}Z`

test('a safety copy is read by its name, and nothing else is one', () => {
  const name = `before-upgrade-from-${versionPart('0.1.0', '0027-hidden')}-to-${versionPart('0.2.0', '0030-x')}-${at(0)}.leadline`
  expect(safetyCopyOf(name)).toEqual({
    ...{ file: name, madeBefore: 'upgrade', madeAt: new Date('2026-11-23T07:11:00Z') },
    mark: null,
    upgrade: { from: '0.1.0-schema-0027', to: '0.2.0-schema-0030', schema: '0027' },
  })
  expect(
    safetyCopyOf(
      `before-upgrade-from-${versionPart(null, '0027-hidden')}-to-1.0-schema-0030-${at(0)}.leadline`,
    ),
  ).toMatchObject({ upgrade: { from: 'schema-0027' } })
  expect(safetyCopyOf(`before-restore-${at(0)}.leadline`)).toMatchObject({
    madeBefore: 'restore',
    upgrade: null,
  })
  expect(safetyCopyOf(name.replace('Z.', 'Z-0123abcd.'))).toMatchObject({
    madeBefore: 'upgrade',
    mark: '0123abcd',
  })
  for (const other of [
    `nightly-${at(0)}.leadline`,
    `before-restore-${at(0)}.leadline.part`,
    `${name}.unchecked`,
    `../before-restore-${at(0)}.leadline`,
    'secret',
  ])
    expect(safetyCopyOf(other)).toBe(undefined)
})

test('five of each are kept, and of an upgrade that was tried again and again the last', () => {
  const names = [
    ...Array.from({ length: 7 }, (_, second) => `before-restore-${at(second)}.leadline`),
    ...Array.from(
      { length: 9 },
      (_, second) => `before-upgrade-from-1-schema-0031-to-2-schema-0032-${at(second)}.leadline`,
    ),
    ...Array.from(
      { length: 6 },
      (_, number) => `before-upgrade-from-1-schema-000${number}-to-1-schema-0009-${at(20 + number)}.leadline`,
    ),
  ]
  const newestFirst = names
    .flatMap((name) => safetyCopyOf(name) ?? [])
    .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  expect(
    [...keptSafetyCopies(newestFirst)].map(({ upgrade, madeAt }) => [
      upgrade?.from ?? '',
      madeAt.getUTCSeconds(),
    ]),
  ).toEqual([
    ...[5, 4, 3, 2, 1].map((number) => [`1-schema-000${number}`, 20 + number]),
    ...[6, 5, 4, 3, 2].map((second) => ['', second]),
  ])
})

const upgrade = 'before-upgrade-from-1-schema-0031-to-2-schema-0032'

function folderOfTwo() {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-safety-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [ours, theirs] = ['our secret', 'their secret']
  const name = (secret: string, number: number, what: 'before-restore' | typeof upgrade = upgrade) =>
    nameBackup(what, new Date(Date.UTC(2026, 10, 23, 7, number)), secret)
  return { folder, ours, theirs, name }
}

test('of two installations in one folder neither takes away, or names, what the other has kept', async () => {
  const { folder, ours, theirs, name } = folderOfTwo()
  for (const secret of [ours, theirs])
    for (let number = 0; number < 7; number += 1) {
      writeFileSync(join(folder, name(secret, number, 'before-restore')), '')
      writeFileSync(join(folder, name(secret, number)), '')
    }
  expect(readdirSync(folder)).toHaveLength(28)
  await dropSafetyCopies(folder, ours, name(ours, 6))
  const left = readdirSync(folder)
  expect(left.filter((file) => file.includes(folderMark(theirs)))).toHaveLength(14)
  expect(left.filter((file) => file.includes(folderMark(ours)))).toHaveLength(6)
  expect((await safetyCopiesIn(folder, ours)).map(({ mark }) => mark)).toEqual(
    Array(6).fill(folderMark(ours)),
  )
  expect((await copiesOfOthersIn(folder, ours)).map(({ mark }) => mark)).toEqual(
    Array(14).fill(folderMark(theirs)),
  )
})

test('the copy that was just made is kept beside some that a wrong clock dated ahead', async () => {
  const { folder, ours, name } = folderOfTwo()
  for (const what of ['before-restore', upgrade] as const) {
    for (let ahead = 1; ahead <= 5; ahead += 1) writeFileSync(join(folder, name(ours, ahead, what)), '')
    const justMade = name(ours, 0, what)
    writeFileSync(join(folder, justMade), '')
    await dropSafetyCopies(folder, ours, justMade)
    expect(readdirSync(folder)).toContain(justMade)
  }
})

test('what another installation is writing before its upgrade stays', async () => {
  const { folder, ours, theirs, name } = folderOfTwo()
  const drafts = [ours, theirs].map((secret) => `${name(secret, 0)}.unchecked`)
  const left = `${name(theirs, 1)}.unchecked.part`
  for (const draft of [...drafts, left]) writeFileSync(join(folder, draft), '')
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(folder, left), twoHoursAgo, twoHoursAgo)
  await clearUpgradeDrafts(folder, ours)
  expect(readdirSync(folder)).toEqual([drafts[1]])
})
