import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoredFilms } from './restored-films.ts'

const named = (letter: string) => `${letter.repeat(32)}.mp4`
const [one, two, there] = [named('a'), named('b'), named('c')]

async function* body(text: string) {
  yield Buffer.from(text)
}

async function* cut() {
  yield Buffer.from('half')
  throw new Error('the disk is gone')
}

function folderWithOne(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-films-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, there), 'as it was')
  return folder
}

test('films have their names once all is in place, and until then are what a sweep takes away', async () => {
  const folder = folderWithOne()
  const films = restoredFilms(folder)
  await films.take(one, body('one'))
  await films.take(there, body('as it was'))
  await films.take(two, body('two'))
  expect(readdirSync(folder).sort()).toEqual([`${one}.restored`, `${two}.restored`, there])
  await films.settle()
  // What follows may fail and have happened all the same: what has its name stays.
  await films.discard()
  expect(readdirSync(folder).sort()).toEqual([one, two, there])
  expect(readFileSync(join(folder, two), 'utf8')).toBe('two')
})

test('a restore that fails leaves the films that were there, and no other', async () => {
  const folder = folderWithOne()
  const films = restoredFilms(folder)
  await films.take(one, body('one'))
  await expect(films.take(two, cut())).rejects.toThrow('the disk is gone')
  await films.discard()
  expect(readdirSync(folder)).toEqual([there])
})
