import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '#support/fresh-database.ts'

test('two fresh databases know nothing of each other and are gone after the drop', async () => {
  const [first, second] = await Promise.all([freshDatabase(), freshDatabase()])
  const client = new pg.Client({ connectionString: first.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table only_here (id int)')

  const other = new pg.Client({ connectionString: second.url })
  await other.connect()
  const found = await other.query("select to_regclass('only_here') as place")
  expect(found.rows).toEqual([{ place: null }])
  await other.end()

  await Promise.all([first.drop(), second.drop()])
  await expect(new pg.Client({ connectionString: first.url }).connect()).rejects.toMatchObject({
    code: '3D000',
  })
})
