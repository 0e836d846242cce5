import { describe, expect, it } from 'vitest'
import { captureTokens } from './capture-token.ts'

const id = '01a202d9-18d6-7001-86bb-9c325c5dc832'
const tokens = captureTokens('a secret of at least thirty-two letters')

describe('the token of a submit', () => {
  it('fits every vendor’s field and is read back as the submit it stands for', () => {
    const token = tokens.tokenOf(id)
    expect(token).toMatch(/^[A-Za-z0-9_-]{1,200}$/)
    expect(tokens.tokenOf(id)).toBe(token)
    expect(tokens.captureOf(token)).toBe(id)
  })

  it.each([
    ['nothing', ''],
    ['a plain id', id],
    ['an email', 'ada@example.com'],
    ['another id under the same signature', tokens.tokenOf(id).replace(/^./, '1')],
    ['a cut one', tokens.tokenOf(id).slice(0, -1)],
    ['one with a dot', tokens.tokenOf(id).replace(/^(.{32})/, '$1.')],
    ['one of another installation', captureTokens('another secret of thirty-two letters').tokenOf(id)],
  ])('%s is none', (_what, token) => {
    expect(tokens.captureOf(token)).toBe(null)
  })
})
