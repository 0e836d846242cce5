import { expect, it } from 'vitest'
import { sortPages } from './sort-pages.ts'

const page = (path: string, views: number, conversionRate: number) => ({
  ...{ path, views, conversionRate, visitors: views, conversions: 0, share: 0 },
})
const pages = [page('/meme', 10, 2), page('/', 10, 9), page('/builder', 40, 0)]
const order = (sort: 'path' | 'views' | 'rate', dir: 'asc' | 'desc') =>
  sortPages(pages, { sort, dir }).map(({ path }) => path)

it('puts pages in the order of a column, equal ones in their own', () => {
  expect(order('path', 'asc')).toEqual(['/', '/builder', '/meme'])
  expect(order('views', 'desc')).toEqual(['/builder', '/meme', '/'])
  expect(order('rate', 'asc')).toEqual(['/builder', '/meme', '/'])
})
