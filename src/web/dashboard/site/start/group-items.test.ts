import { expect, it } from 'vitest'
import type { MissingItem } from '#contract/content-api.ts'
import { countDone, groupItems } from './group-items.ts'

const item = (id: string, path: string | null, state: MissingItem['state'] = 'missing'): MissingItem => ({
  id,
  title: id,
  why: '',
  where: { path, variable: null, find: '' },
  state,
})

it('keeps the videos of the portal apart, and counts what is done', () => {
  const items = [
    item('coach', 'brand.coach', 'done'),
    item('v', 'portal.weeks.week1.videos.0.wistiaId'),
    item('lead', null),
  ]
  const { needed, videos } = groupItems(items)
  expect(needed.map(({ id }) => id)).toEqual(['coach', 'lead'])
  expect(videos.map(({ id }) => id)).toEqual(['v'])
  expect(countDone(needed)).toBe(1)
})
