import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeSealedFile } from './backup-file.ts'
import { copyBackup, dropOldCopies } from './copy-backup.ts'

const film = (letter: string) => `${letter.repeat(64)}-0`

const night = (day: number, films: string[] = []) => ({
  file: `nightly-2026-11-${String(day).padStart(2, '0')}T031000Z.leadline`,
  films,
  state: 'proved' as const,
  copy_problem: null as string | null,
  started_at: new Date(Date.UTC(2026, 10, day, 3, 10)),
})

function folderWith(names: string[], films: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'films'))
  for (const name of names) writeFileSync(join(folder, name), name)
  for (const name of films) writeFileSync(join(folder, 'films', name), name)
  return folder
}

const [early, late] = [
  night(20, [film('a')]),
  { ...night(20, [film('b')]), file: 'dashboard-2026-11-20T110000Z.leadline' },
]
late.started_at = new Date('2026-11-20T11:00:00Z')

test('of the copies that the database knows those past their time go, with films that no copy needs', async () => {
  const folder = folderWith([early.file, late.file], [film('a'), film('b'), 'notes.txt'])
  expect(await dropOldCopies(folder, [late, early, night(19)])).toEqual(new Set([late.file]))
  expect(readdirSync(folder).sort()).toEqual([late.file, 'films'].sort())
  expect(readdirSync(join(folder, 'films')).sort()).toEqual([film('b'), 'notes.txt'].sort())
})

test('a server that begins anew takes nothing away of what it does not know, nor films that may belong to it', async () => {
  const before = [early.file, night(1).file, 'before-restore-2026-11-02T031000Z.leadline']
  const folder = folderWith([...before, late.file], [film('a'), film('b')])
  expect(await dropOldCopies(folder, [late])).toEqual(new Set([late.file]))
  expect(readdirSync(folder).sort()).toEqual([...before, late.file, 'films'].sort())
  expect(readdirSync(join(folder, 'films'))).toEqual([film('a'), film('b')])
})

test('what a process that ended has left there goes, and then films that no copy needs', async () => {
  const failed = { ...night(18), state: 'failed' as const }
  const folder = folderWith([late.file, failed.file, `${night(17).file}.part`], [film('a'), film('b')])
  expect(await dropOldCopies(folder, [late, failed, { ...night(17), state: 'failed' }])).toEqual(
    new Set([late.file]),
  )
  expect(readdirSync(folder).sort()).toEqual([late.file, 'films'].sort())
  expect(readdirSync(join(folder, 'films'))).toEqual([film('b')])
})

test('films stay while somebody else is still bringing a backup', async () => {
  const folder = folderWith([late.file, `${night(20).file}.part`], [film('a'), film('b')])
  await dropOldCopies(folder, [late])
  expect(readdirSync(join(folder, 'films'))).toEqual([film('a'), film('b')])
})

test('half a copy that nobody brings any more goes, though a stop left no word of it, and then its films', async () => {
  const half = `${night(20).file}.part`
  const folder = folderWith([late.file, half, 'mine.leadline'], [film('a'), film('b')])
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const name of [half, 'mine.leadline']) utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo)
  await dropOldCopies(folder, [late])
  expect(readdirSync(folder).sort()).toEqual([late.file, 'films', 'mine.leadline'].sort())
  rmSync(join(folder, 'mine.leadline'))
  await dropOldCopies(folder, [late])
  expect(readdirSync(join(folder, 'films'))).toEqual([film('b')])
})

test('half a film that nobody brings any more goes, whoever else keeps backups there', async () => {
  const [old, young] = [`${film('c')}.part`, `${film('d')}.part`]
  const folder = folderWith([late.file, night(1).file], [film('b'), old, young, 'mine.part'])
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const name of [old, 'mine.part']) utimesSync(join(folder, 'films', name), twoDaysAgo, twoDaysAgo)
  await dropOldCopies(folder, [late])
  expect(readdirSync(join(folder, 'films')).sort()).toEqual([film('b'), young, 'mine.part'].sort())
})

test('a backup of another installation that has the same name is neither taken for a copy, written over nor taken away', async () => {
  const [ours, theirs, copies] = [folderWith([], []), folderWith([], []), folderWith([], [])]
  const { file } = early
  for (const folder of [ours, theirs])
    await writeSealedFile(join(folder, file), `the passphrase of ${folder}`, once(Buffer.alloc(100)))
  expect(statSync(join(ours, file)).size).toBe(statSync(join(theirs, file)).size)
  expect(await copyBackup(theirs, copies, { files: [file] })).toBeNull()
  const problem = await copyBackup(ours, copies, { files: [file] })
  expect(problem).toBe(
    `It was not copied to ${copies}: another backup of that name is there: give each installation a folder of its own.`,
  )
  expect(await copyBackup(theirs, copies, { files: [file] })).toBeNull()
  await dropOldCopies(copies, [late, { ...early, copy_problem: problem }])
  expect(readFileSync(join(copies, file))).toEqual(readFileSync(join(theirs, file)))
})

test('a copy that lost its end is made again', async () => {
  const [ours, copies] = [folderWith([], []), folderWith([], [])]
  await writeSealedFile(join(ours, early.file), 'a passphrase for it', once(Buffer.alloc(100)))
  const whole = readFileSync(join(ours, early.file))
  writeFileSync(join(copies, early.file), whole.subarray(0, -10))
  expect(await copyBackup(ours, copies, { files: [early.file] })).toBeNull()
  expect(readFileSync(join(copies, early.file))).toEqual(whole)
})

async function* once(bytes: Buffer) {
  yield bytes
}

test('a folder that is not there is told of, so that its copies are not forgotten', async () => {
  expect(await dropOldCopies(join(tmpdir(), 'leadline-no-such-folder'), [early])).toBeUndefined()
})
