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

it('puts what a first lead needs first, and what can wait last', () => {
  const steps = groupItems([
    item('coach', 'brand.coach', 'done'),
    item('application', 'apply.headline', 'doubtful'),
    item('video-freetraining2', 'freetraining2.video.wistiaId'),
    item('video-week1-0', 'portal.weeks.0.videos.0.wistiaId'),
    item('pixel', 'pixel.id'),
    item('crm', null),
    item('lead', null),
    item('unreadable-home.headline', 'home.headline', 'doubtful'),
  ])
  expect(steps.map(({ id, items }) => [id, items.map((one) => one.id)])).toEqual([
    ['first', ['coach', 'application', 'lead', 'unreadable-home.headline']],
    ['adverts', ['pixel']],
    ['optional', ['crm']],
    ['others', ['video-freetraining2']],
    ['portal', ['video-week1-0']],
  ])
  expect(countDone(steps[0]?.items ?? [])).toBe(1)
  expect(groupItems([])).toEqual([])
})
