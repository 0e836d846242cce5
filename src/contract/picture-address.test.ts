import { describe, expect, it } from 'vitest'
import { pictureAddress, readPictureAddress, widthsOf } from './picture-address.ts'

const name = { hash: 'a'.repeat(32), width: 1200, height: 800, extension: 'jpg' } as const

describe('the address of a stored picture', () => {
  it('names it, and is read back', () => {
    expect(readPictureAddress(pictureAddress(name))).toEqual(name)
  })

  it.each(['https://a.example/x.jpg', '/media/x-1x1.jpg', `/media/${'a'.repeat(32)}-480.avif`, ''])(
    'is none of %s',
    (address) => expect(readPictureAddress(address)).toBeUndefined(),
  )

  it('stands for widths that are never larger than the picture', () => {
    expect([widthsOf(300), widthsOf(960), widthsOf(1200)]).toEqual([[300], [480, 960], [480, 960, 1200]])
  })
})
