import { expect, test } from 'vitest'
import { backupTrouble } from './backup-trouble.ts'
import type { BackupRow } from './store.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20) + hour * 3_600_000)
const row = (state: BackupRow['state'], started: Date, reason: string | null = null): BackupRow => ({
  ...{
    id: 'one',
    occasion: 'nightly',
    state,
    started_at: started,
    touched_at: started,
    finished_at: started,
  },
  ...{
    file: 'one.leadline',
    films: [],
    bytes: 1,
    row_count: 1,
    proof_seconds: 1,
    differences: 0,
    reason,
    copy_problem: null,
  },
})

test('nothing is wrong before backups are expected, nor within 26 hours of the last proved one', () => {
  expect(backupTrouble({ since: null, newest: undefined, proved: undefined }, at(900))).toBe(null)
  expect(backupTrouble({ since: at(0), newest: undefined, proved: undefined }, at(26))).toBe(null)
  const proved = row('proved', at(10))
  expect(backupTrouble({ since: at(0), newest: proved, proved }, at(36))).toBe(null)
})

test('silence is said after more than 26 hours, and a failure at once', () => {
  expect(backupTrouble({ since: at(0), newest: undefined, proved: undefined }, at(27))).toBe(
    'No backup has been tested for 27 hours.',
  )
  const proved = row('proved', at(10))
  expect(backupTrouble({ since: at(0), newest: proved, proved }, at(37))).toBe(
    'No backup has been tested for 27 hours.',
  )
  const failed = row('failed', at(34), 'The disk is full.')
  expect(backupTrouble({ since: at(0), newest: failed, proved }, at(34))).toBe(
    'The last backup failed: The disk is full. The last tested backup is 24 hours old.',
  )
  const here = { ...proved, copy_problem: 'It was not copied to /nas: that folder is not there.' }
  expect(backupTrouble({ since: at(0), newest: here, proved: here }, at(11))).toBe(
    'The last backup was tested, but has no second place. It was not copied to /nas: that folder is not there. It is tried again every quarter of an hour.',
  )
})
