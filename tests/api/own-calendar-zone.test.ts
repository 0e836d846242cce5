import { expect, onTestFinished, test } from 'vitest'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { clockedProduct } from './clocked-product.ts'

// A Wednesday, 10:00 in Los Angeles.
const clock = clockedProduct()

const slots = async (): Promise<string[]> =>
  (await clock.product.browser().get('/api/calendar/slots')).body.slots
const rules = async () => (await clock.owner.get('/api/calendar/setup')).body.rules
const lookFrom = (timezone: string) => sendJson(clock.owner, 'PUT', '/api/analytics/settings', { timezone })

test('saved hours stay by the clock they were saved in, whatever timezone the dashboard is looked at in', async () => {
  await lookFrom('Europe/London')
  const shown = await rules()
  expect(shown.timezone).toBe('Europe/London')
  const week = shown.week.map(() => [{ from: '10:00', to: '12:00' }])
  // As the form sends it: what was changed, and what was shown.
  const saved = await sendJson(clock.owner, 'PUT', '/api/calendar/setup', { week, inPlaceOf: shown })
  expect(saved.status).toBe(200)
  const offered = await slots()
  expect(offered).toContain('2026-11-20T10:00:00.000Z')
  await lookFrom('Asia/Tokyo')
  expect((await rules()).timezone).toBe('Europe/London')
  expect(await slots()).toEqual(offered)
  // The choice beside the hours changes them.
  await sendJson(clock.owner, 'PUT', '/api/calendar/setup', {
    timezone: 'Asia/Tokyo',
    inPlaceOf: await rules(),
  })
  expect(await slots()).toContain('2026-11-20T01:00:00.000Z')
})

test('hours that an earlier version saved without their timezone have the one that holds at the next start', async () => {
  await lookFrom('Europe/London')
  const hours = { week: Array.from({ length: 7 }, () => [{ from: '10:00', to: '12:00' }]) }
  await clock.product.query('update calendar_settings set rules = $1', [JSON.stringify(hours)])
  const { databaseUrl } = clock.product
  const next = await runProduct({ databaseUrl, clock: { now: clock.now } })
  onTestFinished(next.end)
  const offered = await slots()
  expect(offered).toContain('2026-11-20T10:00:00.000Z')
  await lookFrom('Asia/Tokyo')
  expect(await slots()).toEqual(offered)
})
