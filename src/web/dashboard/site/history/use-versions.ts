import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callPage } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'

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
    ...reading('GET /api/site/versions/:version', { version }),
    enabled: version >= 0,
  })
