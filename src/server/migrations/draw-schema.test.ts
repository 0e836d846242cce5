import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { drawSchema } from './draw-schema.ts'

test('docs/schema.md is what a migrated database has, and every table says what it is for', async () => {
  const fresh = await freshDatabase()
  const { database, close } = openDatabase({
    connection: { connectionString: fresh.url },
    maxConnections: 1,
    statementTimeoutMs: 30_000,
    onLostConnection: () => {},
  })
  onTestFinished(async () => {
    await close()
    await fresh.drop()
  })
  const drawn = await drawSchema(database)
  expect(drawn).not.toMatch(/^## .*\n\n\n/m)
  expect(readFileSync('docs/schema.md', 'utf8'), 'drawn anew by npm run schema').toBe(drawn)
})
