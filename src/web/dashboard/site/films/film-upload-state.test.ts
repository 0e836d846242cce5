import { describe, expect, it } from 'vitest'
import { leftText, printOf, secondsLeft, sizeText } from './film-upload-state.ts'

it('sizes and times are written as people read them', () => {
  expect([1, 5_000_000, 4 * 1024 ** 3].map(sizeText)).toEqual(['1 MB', '5 MB', '4.0 GB'])
  expect([20, 90, 3720].map(leftText)).toEqual([
    'less than a minute left',
    'about 2 min left',
    'about 1 h 2 min left',
  ])
})

describe('how long the rest takes', () => {
  it('is told by the pace of what was sent last', () => {
    expect(
      secondsLeft(
        [
          { at: 0, sent: 0 },
          { at: 10_000, sent: 1000 },
        ],
        3000,
      ),
    ).toBe(20)
  })

  it('is not told from nothing', () => {
    expect(secondsLeft([], 100)).toBeUndefined()
    expect(
      secondsLeft(
        [
          { at: 0, sent: 0 },
          { at: 500, sent: 50 },
        ],
        100,
      ),
    ).toBeUndefined()
    expect(
      secondsLeft(
        [
          { at: 0, sent: 50 },
          { at: 9000, sent: 50 },
        ],
        100,
      ),
    ).toBeUndefined()
  })
})

it('the same film is known again, whatever it is called', async () => {
  const film = new Uint8Array(200_000).fill(7)
  const changed = film.with(199_999, 8)
  const print = await printOf(new File([film], 'IMG_1.mov', { lastModified: 1 }))
  expect(await printOf(new File([film], 'trim.2.mov', { lastModified: 2 }))).toBe(print)
  expect(await printOf(new Blob([changed]))).not.toBe(print)
  expect(await printOf(new Blob([film.slice(1)]))).not.toBe(print)
})
