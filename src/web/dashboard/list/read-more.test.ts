import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readMore } from './read-more.ts'

/** A list of two pages of which the first is read; while `isHeld`, a read waits until it is broken off. */
async function shownList() {
  const client = new QueryClient()
  const server = { rows: ['ana', 'bo'], isHeld: false }
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam, signal }) => {
      if (!server.isHeld) return server.rows[pageParam]
      return new Promise<string>((_resolve, reject) => signal.addEventListener('abort', reject))
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 2 ? pages.length : null),
  })
  const stopShowing = observer.subscribe(() => {})
  const shown = () => observer.getCurrentResult()
  await expect.poll(() => shown().data?.pages).toEqual(['ana'])
  return { client, server, shown, stopShowing }
}

it('reads the next page although the list is being read again, and that to its end after it', async () => {
  const { client, server, shown, stopShowing } = await shownList()
  server.rows = ['cleo', 'bo']
  server.isHeld = true
  void client.invalidateQueries()
  await expect.poll(() => shown().isRefetching).toBe(true)
  server.isHeld = false
  await readMore(shown())
  expect(shown().data?.pages).toEqual(['cleo', 'bo'])
  stopShowing()
})

it('reads the next page although a change made meanwhile reads the list again', async () => {
  const { client, server, shown, stopShowing } = await shownList()
  server.isHeld = true
  const read = readMore(shown())
  await expect.poll(() => shown().isFetchingNextPage).toBe(true)
  server.rows = ['cleo', 'bo']
  server.isHeld = false
  await client.invalidateQueries()
  await read
  expect(shown().data?.pages).toEqual(['cleo', 'bo'])
  stopShowing()
})
