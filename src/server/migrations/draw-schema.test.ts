import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openFreshDatabase } from '#support/open-for-test.ts'
import { drawSchema } from './draw-schema.ts'

test('docs/schema.md is what a migrated database has, and every table says what it is for', async () => {
  const database = await openFreshDatabase()
  const drawn = await drawSchema(database)
  expect(drawn).not.toMatch(/^## .*\n\n\n/m)
  expect(readFileSync('docs/schema.md', 'utf8'), 'drawn anew by npm run schema').toBe(drawn)
})
