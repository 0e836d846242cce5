import { describe, expect, it } from 'vitest'
import { youtubeIdOf } from './youtube-address.ts'

describe('the id in a YouTube address', () => {
  it.each([
    'https://www.youtube.com/watch?v=aB3_-xyz012&t=40s',
    'https://m.youtube.com/watch?app=desktop&v=aB3_-xyz012',
    'https://youtu.be/aB3_-xyz012?si=shared',
    'https://www.youtube.com/embed/aB3_-xyz012',
    'https://www.youtube-nocookie.com/embed/aB3_-xyz012?rel=0',
    'https://youtube.com/shorts/aB3_-xyz012',
    'https://www.youtube.com/live/aB3_-xyz012',
  ])('is found in %s', (address) => {
    expect(youtubeIdOf(address)).toBe('aB3_-xyz012')
  })

  it.each([
    '',
    'aB3_-xyz012',
    'http://www.youtube.com/watch?v=aB3_-xyz012',
    'https://youtube.com.evil.example/watch?v=aB3_-xyz012',
    'https://www.youtube.com/watch?v=aB3_-xyz012"onload',
    'https://www.youtube.com/playlist?list=PL0123456789',
    'https://vimeo.com/12345',
  ])('is not found in “%s”', (address) => {
    expect(youtubeIdOf(address)).toBeUndefined()
  })
})
