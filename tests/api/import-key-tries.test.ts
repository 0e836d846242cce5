import { expect, onTestFinished, test } from 'vitest'
import { runProduct } from '#support/running-product.ts'
import { expectRefusal } from './expect-refusal.ts'

test('tries of import keys are counted by home, whichever of its IPv6 addresses each comes from', async () => {
  const product = await runProduct({
    clock: { now: () => new Date('2026-11-21T10:00:05Z') },
    environment: { TRUST_PROXY: '1' },
  })
  onTestFinished(product.end)
  const tryFrom = (address: string) =>
    product
      .browser(undefined, { 'x-forwarded-for': address })
      .post('/api/ad-spend/rows', { rows: [] }, { authorization: 'Bearer spend_not_one' })
  const statuses: number[] = []
  for (let number = 1; number <= 60; number += 1)
    statuses.push((await tryFrom(`2001:db8:7:1::${number.toString(16)}`)).status)
  expect(new Set(statuses)).toEqual(new Set([401]))
  expectRefusal(await tryFrom('2001:db8:7:1:ffff::1'), 'the 61st try of a home', 429)
  expect((await tryFrom('2001:db8:7:2::1')).status).toBe(401)
})
