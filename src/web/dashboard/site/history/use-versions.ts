import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call, callPage } from '#web/dashboard/api/call.ts'

/** The published versions, newest first, read page by page. */
export const useVersions = () =>
  useInfiniteQuery({
    queryKey: ['GET /api/site/versions'],
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /api/site/versions', pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** One version with its content; none is read for a version before the first. */
export const useVersion = (version: number) =>
  useQuery({
    queryKey: ['GET /api/site/versions/:version', version],
    queryFn: ({ signal }) => call('GET /api/site/versions/:version', { version }, { signal }),
    enabled: version >= 0,
  })
