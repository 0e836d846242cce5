import { expect, it } from 'vitest'
import { textOfFile } from './text-of-file.ts'

it.each([
  ['UTF-8', Buffer.from('Größe – “früh”')],
  ['UTF-8 with its mark', Buffer.from('\ufeffGröße – “früh”')],
  ['UTF-16 as Windows writes it', Buffer.from('\ufeffGröße – “früh”', 'utf16le')],
  ['UTF-16 the other way round', Buffer.from('\ufeffGröße – “früh”', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Gr\xf6\xdfe \x96 \x93fr\xfch\x94', 'latin1')],
])('captions in %s say what was written', async (_what, bytes) => {
  expect(await textOfFile(new Blob([bytes]))).toBe('Größe – “früh”')
})
