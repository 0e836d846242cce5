import { describe, expect, it } from 'vitest'
import { groupPages } from './page-groups.ts'

const page = (path: string, views: number) => ({
  path,
  views,
  visitors: views,
  conversions: 0,
  conversionRate: 0,
  share: 0,
})

describe('the groups of pages', () => {
  it('always show the known pages, with zeros where nobody was', () => {
    const groups = groupPages([])
    expect(groups.map(({ title }) => title)).toEqual([
      'General',
      'Landing',
      'Confirmation',
      'Customer',
      'Other',
    ])
    expect(groups.flatMap(({ pages }) => pages)).toHaveLength(14)
    expect(groups.flatMap(({ pages }) => pages).every(({ views }) => views === 0)).toBe(true)
  })

  it('put every other path with traffic last, in the order given', () => {
    const groups = groupPages([page('/qualified', 9), page('/meme', 5), page('/terms', 1)])
    expect(groups.at(-1)).toEqual({
      title: 'Additional Pages with Traffic',
      pages: [page('/qualified', 9), page('/terms', 1)],
    })
    expect(groups[1]?.pages.find(({ path }) => path === '/meme')?.views).toBe(5)
  })
})
