import { expect, test } from 'vitest'
import { signerFor } from './signed-value.ts'

const signer = signerFor('a secret of thirty-two characters', 'visitor')

test('what was signed is read again, and nothing else is', () => {
  const signed = signer.sign('one.two')
  expect(signer.read(signed)).toBe('one.two')
  for (const wrong of [
    undefined,
    '',
    'one.two',
    `x${signed}`,
    signed.slice(0, -1),
    `${signed}=`,
    '.',
    'one.',
  ])
    expect([wrong, signer.read(wrong)]).toEqual([wrong, null])
})

test('what was signed for another purpose, or under another secret, is not read', () => {
  expect(signer.read(signerFor('a secret of thirty-two characters', 'hand-off').sign('one'))).toBe(null)
  expect(signer.read(signerFor('another secret of as many letters', 'visitor').sign('one'))).toBe(null)
})
