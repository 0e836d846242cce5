import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readMore } from './read-more.ts'

it('reads the next page although the list is being read again, and that to its end after it', async () => {
  const client = new QueryClient()
  const rows = ['ana', 'bo']
  let isSlow = false
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam, signal }) => {
      if (!isSlow) return rows[pageParam]
      return new Promise<string>((_resolve, reject) => signal.addEventListener('abort', reject))
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
  })
  const stopShowing = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual(['ana'])
  isSlow = true
  rows[0] = 'cleo'
  void client.invalidateQueries()
  await expect.poll(() => observer.getCurrentResult().isRefetching).toBe(true)
  isSlow = false
  await readMore(observer.getCurrentResult())
  expect(observer.getCurrentResult().data?.pages).toEqual(['cleo', 'bo'])
  stopShowing()
})
