import { expect } from 'vitest'
import type { TestBrowser } from '#support/test-browser.ts'
import { counted, different, type Happened, visitorsOf } from './happened.ts'

/** Expects the preview of a block to say what its switch will take from the numbers of all days, or bring back. */
export async function expectPreview(
  owner: TestBrowser,
  happened: Happened,
  kind: 'ips' | 'pages',
  value: string,
): Promise<void> {
  const [field, of] =
    kind === 'ips' ? (['ipAddress', 'blockedAddresses'] as const) : (['pagePath', 'blockedPages'] as const)
  const isBlocked = happened[of].has(value)
  const others = [...happened[of]].filter((other) => other !== value)
  const open = count({ ...happened, [of]: new Set(others) })
  const closed = count({ ...happened, [of]: new Set([...others, value]) })
  const { body } = await owner.get(`/api/blocked-${kind}/preview?${new URLSearchParams({ [field]: value })}`)
  expect({ value, ...body }).toMatchObject({
    value,
    isBlocked,
    visitors: open.visitors - closed.visitors,
    pageViews: open.pageViews - closed.pageViews,
    leads: open.leads - closed.leads,
  })
}

function count(happened: Happened) {
  const { views, captures } = counted(happened)
  return {
    visitors: visitorsOf({ views, captures }),
    pageViews: views.length,
    leads: different(captures.map(({ lead }) => lead)),
  }
}
