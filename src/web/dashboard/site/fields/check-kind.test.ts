import { expect, it } from 'vitest'
import { checkKindOf } from './check-kind.ts'

it.each([
  ['calendar.link', 'link', 'calendar'],
  ['freetraining2.application.link', 'link', 'application'],
  ['builder.offer.checkout', 'link', 'checkout'],
  ['brand.terms', 'link', 'link'],
  ['freetraining.video.wistiaId', 'media-id', 'video'],
  ['home.headline', 'line', undefined],
] as const)('tries %s as %s: %s', (path, format, kind) => {
  expect(checkKindOf(path, format)).toBe(kind)
})
