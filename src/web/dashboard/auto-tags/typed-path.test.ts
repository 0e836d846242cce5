import { expect, it } from 'vitest'
import { typedPath } from './typed-path.ts'

it.each([
  ['/meme', '/meme'],
  ['meme', '/meme'],
  ['meme?utm_source=ig', '/meme'],
  ['https://coach.example/meme?utm_source=ig#top', '/meme'],
  ['HTTPS://coach.example', '/'],
  ['https://', '/https://'],
])('takes %s as the page %s', (typed, path) => {
  expect(typedPath(typed)).toBe(path)
})
