import { expect, test } from 'vitest'
import { keptSafetyCopies, safetyCopyOf, versionPart } from './safety-copies.ts'

const at = (second: number) => `2026-11-23T0711${String(second).padStart(2, '0')}Z`

test('a safety copy is read by its name, and nothing else is one', () => {
  const name = `before-upgrade-from-${versionPart('0.1.0', '0027-hidden')}-to-${versionPart('0.2.0', '0030-x')}-${at(0)}.leadline`
  expect(safetyCopyOf(name)).toEqual({
    ...{ file: name, madeBefore: 'upgrade', madeAt: new Date('2026-11-23T07:11:00Z') },
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
