import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Reads the next page of a list at once, and then reads all of it again where that was broken off for it. */
export async function readMore({
  isRefetching,
  fetchNextPage,
  refetch,
}: Pick<UseInfiniteQueryResult, 'isRefetching' | 'fetchNextPage' | 'refetch'>): Promise<void> {
  await fetchNextPage()
  if (isRefetching) await refetch({ cancelRefetch: false })
}
