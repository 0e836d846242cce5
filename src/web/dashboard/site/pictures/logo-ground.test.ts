import { expect, it } from 'vitest'
import { groundFor } from './logo-ground.ts'

const dark = [18, 60, 59, 255]
const white = [255, 255, 255, 255]
const clear = [0, 0, 0, 0]

it.each([
  ['dark strokes', [...dark, ...clear, ...clear, ...dark], 'light'],
  ['white strokes', [...white, ...clear, ...clear], 'dark'],
  ['a ground of its own', [...white, ...dark, ...white], 'nothing'],
  ['nothing at all', [...clear, ...clear], 'nothing'],
])('a logo of %s gets what it needs behind it', (_what, pixels, ground) => {
  expect(groundFor(pixels)).toBe(ground)
})
