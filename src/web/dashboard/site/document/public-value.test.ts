import { expect, it } from 'vitest'
import { publicValue } from './public-value.ts'

const published = {
  weeks: [
    { id: 'week1', title: 'One', steps: ['a'] },
    { id: 'week2', title: 'Two', steps: ['b'] },
  ],
  bullets: ['x', 'y'],
}
const content = {
  weeks: [
    { id: 'week5', title: 'New', steps: [] },
    { id: 'week2', title: 'Second', steps: ['c'] },
  ],
  bullets: ['y', 'x'],
}

it.each([
  ['weeks.1.title', 'Two'],
  ['weeks.1.steps', ['b']],
  ['weeks.0.title', undefined],
  ['weeks.1.steps.0', undefined],
  ['bullets.0', undefined],
  ['bullets', ['x', 'y']],
  ['weeks', published.weeks],
])('at %s is found by ids', (path, value) => {
  expect(publicValue(content, published, path)).toEqual(value)
})
