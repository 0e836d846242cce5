import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearDrafts } from './clear-drafts.ts'
import { dropSafetyCopies } from './safety-copies.ts'

const at = '2026-11-23T071100Z'

function folderWith(names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'drafts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of names) {
    writeFileSync(join(folder, name), 'half')
    if (!name.includes('-now-')) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo)
  }
  return folder
}

test('what an ended command left half-written goes, and what one writes just now stays', async () => {
  const stays = [`by-hand-${at}.leadline`, `by-hand-now-${at}.leadline.part`, 'mine.part']
  const folder = folderWith([...stays, `by-hand-${at}.leadline.part`, `before-restore-${at}.leadline.part`])
  await clearDrafts(folder)
  expect(readdirSync(folder).sort()).toEqual(stays.sort())
  await clearDrafts(join(folder, 'none'))
})

test('of a backup that ended half goes at once, and what another installation writes there stays', async () => {
  const [ended, others] = [`dashboard-now-${at}.leadline`, `nightly-now-${at}.leadline.part`]
  const folder = folderWith([`${ended}.part`, others, `nightly-${at}.leadline.part`])
  await clearDrafts(folder, [ended])
  expect(readdirSync(folder)).toEqual([others])
})

test('half a film that an ended command kept goes, and one that is being kept stays', async () => {
  const film = (letter: string) => `${letter.repeat(64)}-0`
  const folder = folderWith([])
  const films = join(folder, 'films')
  mkdirSync(films)
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
  const played = `${'c'.repeat(32)}.mp4.part`
  for (const name of [film('a'), `${film('b')}.part`, played, `${film('d')}.part`]) {
    writeFileSync(join(films, name), 'half')
    if (!name.startsWith('d')) utimesSync(join(films, name), twoHoursAgo, twoHoursAgo)
  }
  await clearDrafts(folder)
  expect(readdirSync(films)).toEqual([film('a'), played, `${film('d')}.part`])
})

test('safety copies are kept, and half ones of an ended command are not', async () => {
  const folder = folderWith([`before-restore-${at}.leadline`, `before-restore-${at}.leadline.part`])
  await dropSafetyCopies(folder, 'a secret', '')
  expect(readdirSync(folder)).toEqual([`before-restore-${at}.leadline`])
})
