import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callPage, type Page } from '#web/dashboard/api/call.ts'
import type { CallInput, ListName, RowOf } from '#web/dashboard/api/dashboard-api.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { readMore } from './read-more.ts'
import { useSteadyError } from './use-steady-error.ts'

/** A list as far as it has been read. */
export type List<Row> = {
  /** The rows read so far; undefined until the first page is there. */
  rows: Row[] | undefined
  /** How many rows there are in all, read or not. */
  total: number
  /** Whether there may be more than `total`. */
  isCapped: boolean
  /** Whether it is too long for the order that was asked for, and so stands newest first. */
  isSortSkipped: boolean
  more: boolean
  readMore: () => void
  readingMore: boolean
  /** The rows shown belong to the question before; the answer to the current one is on its way. */
  outdated: boolean
  error: Error | null
  retry: () => void
}

/** Reads a list page by page (100 rows each), keeps it current, and keeps the rows while the question changes. */
export function useList<Name extends ListName>(
  name: Name,
  input: CallInput<Name>,
  interval: number,
  { enabled = true, changesByTime = false }: { enabled?: boolean; changesByTime?: boolean } = {},
): List<RowOf<Name>> {
  const query = useInfiniteQuery<
    Page<RowOf<Name>>,
    Error,
    InfiniteData<Page<RowOf<Name>>>,
    unknown[],
    string | undefined
  >({
    queryKey: [name, input],
    queryFn: ({ pageParam, signal }) => callPage(name, { ...input, cursor: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
    ...usePolling(interval, changesByTime),
  })
  const error = useSteadyError(query.error, query.data !== undefined)
  return {
    rows: query.data?.pages.flatMap((page) => page.rows),
    total: query.data?.pages.at(-1)?.total ?? 0,
    isCapped: query.data?.pages.at(-1)?.isCapped ?? false,
    isSortSkipped: query.data?.pages.at(-1)?.isSortSkipped ?? false,
    more: query.hasNextPage,
    readMore: () => void readMore(query),
    readingMore: query.isFetchingNextPage,
    outdated: query.isPlaceholderData,
    error,
    retry: () => void query.refetch(),
  }
}
