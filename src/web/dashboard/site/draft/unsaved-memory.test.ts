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

it('takes no edits that are damaged: no screen could show them, and each load of the tab would find them again', () => {
  const kept = (content: unknown) => ({ revision: 3, base: defaultSiteContent, sent: null, content })
  const read = (stored: unknown) => {
    vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify(stored) })
    return tabMemory.read()
  }
  const { inApp: _gone, ...rest } = defaultSiteContent
  const { apply, portal, home } = defaultSiteContent
  for (const damaged of [
    [],
    {},
    rest,
    { ...rest, inApp: null },
    { ...defaultSiteContent, home: 'Hello' },
    { ...defaultSiteContent, home: { ...home, founder: null } },
    { ...defaultSiteContent, apply: { ...apply, questions: null } },
    { ...defaultSiteContent, portal: { ...portal, weeks: [null] } },
  ])
    expect(read(kept(damaged))).toBeUndefined()
  // What is only typed wrongly is the owner's to put right.
  const typed = { ...defaultSiteContent, home: { ...home, headline: 'x'.repeat(5000) } }
  expect(read(kept(typed))?.content.home.headline).toHaveLength(5000)
})
