import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { followChanges, readAgain } from './use-live.ts'

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

it.each(['visitors', 'leads'] as const)(
  'reads again both lists of visitors with the numbers that open them, once there are other %s',
  async (topic) => {
    const client = new QueryClient()
    const keys = [
      ['GET /api/analytics/summary', { range: 'today' }],
      ['GET /api/visitors', { range: 'today' }],
      ['GET /api/ads', { range: 'today', level: 'source' }],
      ['GET /api/ads/visitors', { range: 'today', key: 'meta' }],
    ]
    for (const key of keys) client.setQueryData(key, {})
    await readAgain(client, [topic])
    const isOld = keys.map((key) => client.getQueryState(key)?.isInvalidated)
    expect(isOld).toEqual([true, true, true, true])
  },
)

it('lets what is being read come to its end, and then reads it once more', async () => {
  vi.useFakeTimers()
  try {
    const client = new QueryClient()
    const answers: ((row: string) => void)[] = []
    const observer = new InfiniteQueryObserver(client, {
      queryKey: ['GET /api/visitors', {}],
      // As the dashboard's own, it breaks off when it is told to.
      queryFn: ({ signal }) =>
        new Promise<string>((resolve, reject) => {
          answers.push(resolve)
          signal.addEventListener('abort', reject)
        }),
      initialPageParam: 1,
      getNextPageParam: (_page, pages) => pages.length + 1,
    })
    const stopShowing = observer.subscribe(() => {})
    const changes = followChanges(client)
    const answer = async (row: string) => {
      answers.at(-1)?.(row)
      await vi.advanceTimersByTimeAsync(0)
    }
    const shown = () => observer.getCurrentResult().data?.pages
    await answer('ana')
    void observer.fetchNextPage()
    for (let second = 0; second < 10; second += 1) {
      changes.add(['visitors'])
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(answers).toHaveLength(2)
    await answer('bo')
    expect(shown()).toEqual(['ana', 'bo'])
    await vi.advanceTimersByTimeAsync(3_000)
    await answer('cleo')
    await answer('ana')
    expect(shown()).toEqual(['cleo', 'ana'])
    expect(answers).toHaveLength(4)
    changes.stop()
    stopShowing()
  } finally {
    vi.useRealTimers()
  }
})
