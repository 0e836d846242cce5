import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Backup } from '#contract/backups.ts'
import {
  backupLine,
  copiesOfOthersLine,
  copyLine,
  placeLine,
  proofLine,
  restoreLine,
} from './backup-words.ts'

// Days of this year stand without it.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const backup: Backup = {
  ...{ id: 'one', occasion: 'nightly', state: 'proved', file: 'one.leadline', reason: null },
  ...{ startedAt: '2026-11-21T11:10:00Z', finishedAt: '2026-11-21T11:10:30Z' },
  ...{ bytes: 12_400_000, rows: 12_345, proofSeconds: 12.2, differences: 0 },
}

test('the last proof is told with its time, how long it took and what it found', () => {
  expect(proofLine({ lastProved: backup }, 'America/Los_Angeles')).toBe(
    'Last tested restore Nov 21, 3:10 AM, 12 s, 0 differences',
  )
  expect(proofLine({ lastProved: { ...backup, proofSeconds: 300 } }, 'UTC')).toContain('11:10 AM, 5 min,')
  expect(proofLine({ lastProved: null }, 'UTC')).toBe('No backup has been tested yet.')
})

test('a backup is told in a line', () => {
  expect(backupLine(backup)).toBe('Tested · 12 MB · 12,345 rows')
  expect(backupLine({ ...backup, bytes: 4_200_000_000 })).toContain('4.2 GB')
  expect(backupLine({ ...backup, bytes: 300 })).toContain('1 KB')
  expect(backupLine({ ...backup, state: 'failed', reason: 'The disk is full.' })).toBe('The disk is full.')
  expect(backupLine({ ...backup, state: 'running' })).toBe('Being made and tested…')
})

test('a safety copy says what it was made before', () => {
  const copy = { file: 'a', madeAt: '2026-11-21T11:10:00Z', bytes: 2_100_000, from: null, to: null }
  expect(copyLine({ ...copy, madeBefore: 'restore' })).toBe('Before a restore · 2 MB')
  expect(
    copyLine({ ...copy, madeBefore: 'upgrade', from: '0.1.0, schema 0027', to: '0.2.0, schema 0030' }),
  ).toBe('Before the upgrade from 0.1.0, schema 0027 to 0.2.0, schema 0030 · 2 MB')
})

test('copies under another secret key are named as what they are, and that nobody deletes them', () => {
  const others = { count: 3, bytes: 1_210_000_000, newestAt: '2026-11-21T11:10:00Z' }
  expect(copiesOfOthersLine(others, 'UTC')).toBe(
    '3 more copies (1.2 GB, the newest of Nov 21, 11:10 AM) were made under another secret key: by another installation, or by this one before its key was replaced. Only that key opens such a copy, and the server does not delete it: whoever runs the server can, once nobody needs it.',
  )
  expect(copiesOfOthersLine({ ...others, count: 1 }, 'UTC')).toMatch(
    /^One more copy \(1\.2 GB, of Nov 21, 11:10 AM\) was made under another/,
  )
})

test('a restore says how it went, and where the way back is', () => {
  const restore = {
    ...{ at: '2026-11-21T11:10:00Z', file: 'nightly', problem: null, seconds: 4.2, isOtherPassword: false },
    safetyCopy: 'before-restore.leadline',
  }
  expect(restoreLine({ ...restore, state: 'running' }, 'UTC')).toMatch(/^A restore is under way\./)
  expect(restoreLine({ ...restore, state: 'done' }, 'UTC')).toBe(
    'Restored Nov 21, 11:10 AM in 4 s. How it was before is kept in before-restore.leadline.',
  )
  expect(restoreLine({ ...restore, state: 'done', isOtherPassword: true }, 'UTC')).toContain(
    'The password is that of the backup.',
  )
  expect(restoreLine({ ...restore, state: 'failed', problem: 'It is damaged.' }, 'UTC')).toBe(
    'The restore of Nov 21, 11:10 AM failed. It is damaged.',
  )
})

test('a copy that failed says why, and that it is tried again', () => {
  const failed = { at: '2026-11-21T11:10:00Z', reason: 'It did not answer.' }
  expect(placeLine({ copying: null, arrivedAt: null, failed, isReadable: true }, 'UTC')).toBe(
    'Failed Nov 21, 11:10 AM: It did not answer. It is tried again every quarter of an hour. Nothing has arrived there yet.',
  )
})
