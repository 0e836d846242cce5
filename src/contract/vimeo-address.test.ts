import { expect, it } from 'vitest'
import { vimeoVideoOf } from './vimeo-address.ts'

it.each([
  ['https://vimeo.com/123456789', '123456789', undefined],
  ['https://www.vimeo.com/123456789?share=copy', '123456789', undefined],
  ['https://vimeo.com/123456789/0a1b2c3d4e', '123456789', '0a1b2c3d4e'],
  ['https://player.vimeo.com/video/123456789?h=0a1b2c3d4e&badge=0', '123456789', '0a1b2c3d4e'],
  ['https://vimeo.com/channels/staffpicks/123456789', '123456789', undefined],
  ['https://vimeo.com/showcase/7654321/video/123456789', '123456789', undefined],
])('%s is a video', (address, id, hash) => {
  expect(vimeoVideoOf(address)).toEqual({ id, hash })
})

it.each([
  'https://vimeo.com',
  'https://vimeo.com/about',
  'http://vimeo.com/123456789',
  'https://vimeo.com.evil.example/123456789',
  'x',
])('%s is none', (address) => {
  expect(vimeoVideoOf(address)).toBeUndefined()
})
