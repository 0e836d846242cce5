import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<
  UseInfiniteQueryResult<{ pages: unknown[] }>,
  'data' | 'isRefetching' | 'fetchNextPage' | 'refetch'
>

/**
 * Reads the next page of a list: at once, then all of it again where that was broken off for it; and once more where
 * the page itself was broken off by a change made meanwhile.
 */
export async function readMore({ data, isRefetching, fetchNextPage, refetch }: List): Promise<void> {
  const read = await fetchNextPage()
  const isLeftOut = read.isSuccess && read.hasNextPage && read.data.pages.length === data?.pages.length
  if (isLeftOut) await fetchNextPage()
  else if (isRefetching) await refetch({ cancelRefetch: false })
}
