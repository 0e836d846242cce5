import { expect, it } from 'vitest'
import { refusedFile } from './send-picture.ts'

it.each([
  [{ name: 'me.jpg', type: 'image/jpeg', size: 3_000_000 }, undefined],
  [{ name: 'IMG_0001.heic', type: 'image/heic', size: 3_000_000 }, 'iPhone'],
  [{ name: 'IMG_0001.HEIC', type: '', size: 3_000_000 }, 'iPhone'],
  [{ name: 'a.pdf', type: 'application/pdf', size: 1 }, 'not a picture'],
  [{ name: 'a.svg', type: 'image/svg+xml', size: 1 }, 'SVG'],
  [{ name: 'a.png', type: 'image/png', size: 16 * 1024 * 1024 }, '16 MB'],
])('looks at a file before it is sent: %j', (file, words) => {
  if (words === undefined) expect(refusedFile(file)).toBeUndefined()
  else expect(refusedFile(file)).toContain(words)
})
