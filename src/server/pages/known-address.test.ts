import { describe, expect, it } from 'vitest'
import { knownAddress } from './known-address.ts'

const known = new Set(['/', '/freetraining', '/lander-college'])

describe('the address that was meant', () => {
  it.each([
    ['/freetraining/', '/freetraining'],
    ['/FreeTraining', '/freetraining'],
    ['/Lander-College//', '/lander-college'],
    ['/freetraining/?utm_source=IG&email=Ana%40x.com', '/freetraining?utm_source=IG&email=Ana%40x.com'],
    ['/FREETRAINING?next=/Freetraining/', '/freetraining?next=/Freetraining/'],
  ])('%s is %s', (asked, meant) => {
    expect(knownAddress(asked, known)).toBe(meant)
  })

  it.each([
    '/',
    '/freetraining',
    '/freetraining?a=/B/',
    '/freetraining/more/',
    '/free-training/',
    '//evil.example/',
    '//freetraining',
    '/\\evil.example/',
  ])('%s is nobody else’s', (asked) => {
    expect(knownAddress(asked, known)).toBeUndefined()
  })

  // So many that looking at each of them once takes no time, and once for each of the others takes minutes.
  it('takes no longer for a very long row of slashes', { timeout: 5000 }, () => {
    expect(knownAddress(`/a${'/'.repeat(400_000)}b`, known)).toBeUndefined()
  })
})
