import { describe, expect, it } from 'vitest'
import { defaultSiteContent, SiteContent } from './site-content.ts'
import { readStoredContent } from './stored-content.ts'
import { pathThroughWeeks, weeksAsList } from './stored-weeks.ts'

/** The content as it was stored while the weeks were four, by their names. */
function asStoredBefore(content: SiteContent): unknown {
  const weeks = Object.fromEntries(content.portal.weeks.map(({ id, ...week }) => [id, week]))
  return structuredClone({ ...content, portal: { ...content.portal, weeks } })
}

describe('content stored while the weeks were four, by their names', () => {
  it('is read exactly, each week with its name as its id', () => {
    const content = structuredClone(defaultSiteContent)
    for (const week of content.portal.weeks) {
      week.title = `${week.id} by the owner`
      week.wraps = !week.wraps
      week.steps = []
    }
    expect(readStoredContent(asStoredBefore(content))).toEqual({ content, unreadable: [] })
    expect(readStoredContent(content)).toEqual({ content, unreadable: [] })
  })

  it('keeps all but the field that no longer fits', () => {
    const stored = { portal: { weeks: { week2: { title: 'Kept', label: 'a'.repeat(99), wraps: false } } } }
    const { content, unreadable } = readStoredContent(stored)
    const [first, second, third] = content.portal.weeks
    expect(first).toEqual(defaultSiteContent.portal.weeks[0])
    expect(second).toMatchObject({ id: 'week2', title: 'Kept', label: '', wraps: false })
    expect(third).toEqual(defaultSiteContent.portal.weeks[2])
    expect(unreadable).toEqual(['portal.weeks.1.label'])
  })

  it('leads through the list by its old paths', () => {
    expect(pathThroughWeeks('portal.weeks.week3.videos.0.title')).toBe('portal.weeks.2.videos.0.title')
    expect(pathThroughWeeks('portal.weeks.2.title')).toBe('portal.weeks.2.title')
    expect(pathThroughWeeks('home.headline')).toBe('home.headline')
  })

  it.each([[null], [{}], [{ portal: 1 }], [{ portal: { weeks: [] } }]])('leaves %j as it is', (document) => {
    expect(weeksAsList(document)).toBe(document)
  })
})

describe('the weeks of the portal', () => {
  const weeks = (given: object[]) => SiteContent.parse({ portal: { weeks: given } }).portal.weeks

  it('are four as delivered; only the third stops at its ends', () => {
    expect(defaultSiteContent.portal.weeks.map(({ id, wraps }) => [id, wraps])).toEqual([
      ['week1', true],
      ['week2', true],
      ['week3', false],
      ['week4', true],
    ])
  })

  it('keep their order and their ids; a new one gets an id and goes round', () => {
    expect(weeks([{ id: 'week3' }, { title: 'New' }, { id: 'week1' }]).map(({ id }) => id)).toEqual([
      'week3',
      'week4',
      'week1',
    ])
    expect(weeks([{}])).toEqual([
      expect.objectContaining({ id: 'week1', wraps: true, videos: [], resources: [], steps: [] }),
    ])
  })

  it.each([
    ['none', []],
    ['thirteen', Array.from({ length: 13 }, () => ({}))],
    ['one whose id is no name', [{ id: 'a b' }]],
  ])('are never %s', (_what, given) => {
    expect(SiteContent.safeParse({ portal: { weeks: given } }).success).toBe(false)
  })
})
