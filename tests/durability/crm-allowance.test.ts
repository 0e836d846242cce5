import { expect, test } from 'vitest'
import { crmProcesses } from '#support/crm-processes.ts'
import { waitFor } from '#support/eventually.ts'
import { createBrowser } from '#support/test-browser.ts'

const LONG = 120_000

async function twoProcesses(limits: { perInterval?: number; intervalMs?: number; perDay?: number }) {
  const { crm, start, connect } = await crmProcesses({ limits })
  const products = [await start(), await start()]
  const client = await connect()
  const capture = async (count: number, name: string) => {
    for (let index = 0; index < count; index++) {
      const url = products[index % products.length]?.url ?? ''
      const email = `${name}${index}@example.com`
      const answer = await createBrowser(url).post('/api/capture-lead', {
        ...{ name: `Lead ${name}`, email, phone: 'none', page: '/meme', utm_source: 'fb' },
      })
      expect(answer.status).toBe(200)
    }
  }
  return { crm, client, capture }
}

test('two processes together stay below what the CRM allows, and everything arrives once', async () => {
  const limits = { perInterval: 12, intervalMs: 2000 }
  const { crm, capture } = await twoProcesses(limits)
  await capture(16, 'crowd')
  await waitFor('all tagged', () => crm.contacts().filter(({ tags }) => tags.length > 0).length === 16, LONG)
  expect(crm.log.filter(({ status }) => status === 429)).toEqual([])
  const times = crm.log.map(({ at }) => at.getTime())
  const most = Math.max(
    ...times.map((start) => times.filter((time) => time >= start && time < start + limits.intervalMs).length),
  )
  expect(most).toBeLessThanOrEqual(limits.perInterval)
  expect(crm.effects().sort()).toEqual([
    ...Array(16).fill('contact created'),
    ...Array(16).fill('tag added: vh01 - lead'),
  ])
})

test('with the day used up work waits for the next day without a failure, and goes on then', async () => {
  const { crm, client, capture } = await twoProcesses({})
  await capture(1, 'first')
  await waitFor('the first one tagged', () => crm.contacts()[0]?.tags.length === 1)
  await client.query('update vendor_allowances set calls_of_day = max_calls_of_day')
  // By the clock of the database: seconds before midnight the next day is as near as any other try.
  const { rows: days } = await client.query(
    "select ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' as tomorrow",
  )
  const calls = crm.log.length
  await capture(3, 'late')
  const waiting = await waitFor('work that waits for tomorrow', async () => {
    const { rows } = await client.query(
      `select extract(epoch from start_after - $1) as "secondsLate" from jobs.job
        where name = 'deliver-lead-to-crm' and state = 'created' and start_after >= $1::timestamptz - interval '1 second'`,
      [days[0].tomorrow],
    )
    return rows.length === 3 && rows
  })
  for (const { secondsLate } of waiting) expect(Number(secondsLate)).toBeLessThan(150)
  expect(crm.log).toHaveLength(calls)
  const { rows: leads } = await client.query(
    "select crm_state, crm_failing_since, crm_reason from leads where email like 'late%'",
  )
  for (const lead of leads)
    expect(lead).toEqual({
      crm_state: 'waiting',
      crm_failing_since: null,
      crm_reason: expect.stringMatching(/tomorrow/),
    })

  // The day passes: its counter is another day's, and the jobs are due.
  await client.query('update vendor_allowances set day = day - 1')
  await client.query(
    "update jobs.job set start_after = now() where state = 'created' and name = 'deliver-lead-to-crm'",
  )
  await waitFor('all tagged', () => crm.contacts().filter(({ tags }) => tags.length > 0).length === 4, 60_000)
  expect(crm.effects().filter((effect) => effect === 'contact created')).toHaveLength(4)
})
