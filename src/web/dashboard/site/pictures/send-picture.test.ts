import { expect, it } from 'vitest'
import { refusedFile } from './send-picture.ts'

it.each([
  [{ type: 'image/jpeg', size: 3_000_000 }, undefined],
  [{ type: 'image/heic', size: 3_000_000 }, undefined],
  [{ type: 'application/pdf', size: 1 }, 'not a picture'],
  [{ type: 'image/svg+xml', size: 1 }, 'SVG'],
  [{ type: 'image/png', size: 16 * 1024 * 1024 }, '16 MB'],
])('looks at a file before it is sent: %j', (file, words) => {
  if (words === undefined) expect(refusedFile(file)).toBeUndefined()
  else expect(refusedFile(file)).toContain(words)
})
