import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allMigrations } from '#server/migrations/all-migrations.ts'

/*
 * A migration that landed never changes: somebody's data was made by it. `landed.json` holds the SHA-256 of each file of
 * statements; a new file gets its line with the commit that brings it.
 */

const folder = 'src/server/migrations'
const landed: Record<string, string> = JSON.parse(readFileSync(`${folder}/landed.json`, 'utf8'))
const isOfStatements = (name: string) =>
  /^\d{4}-|-functions?\.ts$|^apply-all/.test(name) && !name.endsWith('.test.ts')
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && isOfStatements(name))

test('no file of statements has changed since it landed, and each has its sum', () => {
  const sums = Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(`${folder}/${name}`))
        .digest('hex'),
    ]),
  )
  expect(sums).toEqual(landed)
})

test('numbers only grow, one by one, and all files are applied', () => {
  const names = Object.keys(allMigrations)
  expect(names).toEqual(files.filter((name) => /^\d/.test(name)).map((name) => name.replace('.ts', '')))
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1))
})
