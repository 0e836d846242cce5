import { afterEach, expect, it, vi } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { tabMemory } from './unsaved-memory.ts'

afterEach(() => vi.unstubAllGlobals())

it('reads edits that were kept while the weeks were four, by their names', () => {
  const { portal, ...others } = defaultSiteContent
  const weeks = Object.fromEntries(portal.weeks.map(({ id, ...week }) => [id, week]))
  const before = { ...others, portal: { ...portal, weeks } }
  const kept = JSON.stringify({ revision: 3, base: before, sent: null, content: before })
  vi.stubGlobal('sessionStorage', { getItem: () => kept })
  const { sent, base, content } = tabMemory.read() ?? {}
  expect([base, content]).toEqual([defaultSiteContent, defaultSiteContent])
  expect(sent).toBeNull()
})
