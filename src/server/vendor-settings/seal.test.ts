import { expect, test } from 'vitest'
import { sealOf } from './seal.ts'

const seal = sealOf('the secret of this installation, long enough')

test('a secret is read again by the same installation, for the place it was sealed for', () => {
  const sealed = seal.close('pässwörd 1', 'email password')
  expect(seal.open(sealed, 'email password')).toBe('pässwörd 1')
  expect(sealed.toString('latin1')).not.toContain('rd 1')
  // The same secret twice does not look the same.
  expect(seal.close('pässwörd 1', 'email password').equals(sealed)).toBe(false)
})

test('another SECRET, another place and a changed byte give nothing', () => {
  const sealed = seal.close('password', 'email password')
  expect(sealOf('the secret of another installation, as long').open(sealed, 'email password')).toBeNull()
  expect(seal.open(sealed, 'stripe secret')).toBeNull()
  for (const at of [0, 13, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(seal.open(changed, 'email password')).toBeNull()
  }
  expect(seal.open(Buffer.alloc(5), 'email password')).toBeNull()
})
