import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * A pooler's session keeps a temporary table for as long as it lives, also when another version of the product comes: with
 * `if not exists`, that one would find the old columns. A table whose columns change gets another name, and the file
 * beside this test its line.
 */

const told: Record<string, string> = JSON.parse(
  readFileSync(new URL('temporary-tables.json', import.meta.url), 'utf8'),
)
const KEPT = /create temporary table if not exists (\w+) \(([\s\S]*?)\)\s+on commit delete rows/g

test('each temporary table that a session keeps has the columns it always had', () => {
  const found: Record<string, string> = {}
  for (const file of globSync('src/server/**/*.ts'))
    for (const [, name = '', columns = ''] of readFileSync(file, 'utf8').matchAll(KEPT))
      found[name] = createHash('sha256')
        .update(columns.replace(/\s+/g, ' ').trim())
        .digest('hex')
        .slice(0, 16)
  expect(found).toEqual(told)
})

test('every other one goes with its transaction', () => {
  for (const file of globSync('src/server/**/*.ts')) {
    const text = readFileSync(file, 'utf8').replace(KEPT, '')
    for (const [made] of text.matchAll(/`create temporary table [\s\S]*?`/g))
      expect(made, file).toContain('on commit drop')
  }
})
