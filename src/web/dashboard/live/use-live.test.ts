import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readAgain } from './use-live.ts'

it('reads again what ads came to, and whom they brought, once their spend changed', async () => {
  const client = new QueryClient()
  const keys = [
    ['GET /api/ads', { range: 'today', level: 'source' }],
    ['GET /api/ads/people', { key: 'meta', step: 'lead' }],
    ['GET /api/ads/visitors', { key: 'meta' }],
    ['GET /api/ads/credit/:personId', { personId: 'ana' }],
    ['GET /api/ad-spend/imports', {}],
    ['GET /api/blocked-ips', {}],
  ]
  for (const key of keys) client.setQueryData(key, {})
  await readAgain(client, ['ads'])
  const isOld = keys.map((key) => client.getQueryState(key)?.isInvalidated)
  expect(isOld).toEqual([true, true, true, true, true, false])
})
