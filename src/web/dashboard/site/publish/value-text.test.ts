import { expect, it } from 'vitest'
import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { valueText } from './value-text.ts'

it.each([
  ['home.headline', 'Hello', 'Hello'],
  ['home.headline', '', 'nothing'],
  ['consent.offerCall', false, 'off'],
  ['builder.offer.price', 2497, '2497'],
  [
    'home.founder.figures',
    [
      { figure: '3', label: 'x' },
      { figure: '', label: '' },
    ],
    '3 · entry 2',
  ],
  ['home.founder.figures', [], 'an empty list'],
  ['adConsent.ask', 'never', 'Never'],
])('says what %s holds', (path, value, words) => {
  expect(valueText(value, nodeAt(path))).toBe(words)
})
