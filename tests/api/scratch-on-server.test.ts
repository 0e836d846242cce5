import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openScratchOnServer } from '#server/backup/scratch-database.ts'
import { emptyDatabase } from '#support/fresh-database.ts'

const DAY_MS = 24 * 3_600_000

test('the database of a trial that was killed is dropped by a later one, and one that may be at work is not', async () => {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const named = (at: number) => `leadline_scratch_${at.toString(36)}_${randomBytes(6).toString('hex')}`
  const [left, young, used, other] = [
    named(Date.now() - 2 * DAY_MS),
    named(Date.now() - DAY_MS / 2),
    named(Date.now() - 2 * DAY_MS),
    `leadline_scratch_of_mine_${randomBytes(6).toString('hex')}`,
  ]
  for (const name of [left, young, used, other])
    await client.query(`create database ${name} template template0`)
  onTestFinished(async () => {
    for (const name of [left, young, used, other]) await client.query(`drop database if exists ${name}`)
  })
  const address = new URL(url)
  address.pathname = `/${used}`
  const user = new Client({ connectionString: address.href })
  await user.connect()
  const there = async () => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname = any($1)`,
      [[left, young, used, other]],
    )
    return rows.map(({ datname }) => datname).sort()
  }
  const scratch = await openScratchOnServer({ connectionString: url })
  try {
    expect(await there()).toEqual([young, used, other].sort())
  } finally {
    await scratch.drop()
    await user.end()
  }
})
