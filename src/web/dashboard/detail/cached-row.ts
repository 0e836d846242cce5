import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Page } from '#web/dashboard/api/call.ts'
import type { ListName, RowOf } from '#web/dashboard/api/dashboard-api.ts'

/** A row that some list has read already, so that its details need not wait for the server. */
export function cachedRow<Name extends ListName>(
  client: QueryClient,
  name: Name,
  isIt: (row: RowOf<Name>) => boolean,
): RowOf<Name> | undefined {
  const lists = client.getQueriesData<InfiniteData<Page<RowOf<Name>>>>({ queryKey: [name] })
  for (const [, list] of lists) {
    // Under the same name a count without rows may be kept too.
    const found = list?.pages?.flatMap((page) => page.rows).find(isIt)
    if (found) return found
  }
  return undefined
}
