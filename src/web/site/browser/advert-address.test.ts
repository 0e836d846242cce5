import { describe, expect, it } from 'vitest'
import { advertAddress } from './advert-address.ts'

const origin = 'https://coach.example'
const search = '?utm_source=ig&fbclid=AbC&other=1&fbp=fb.1.2.3'
const page = { origin, search, href: `${origin}/meme${search}` }

describe('an address that carries the advert', () => {
  it.each([
    ['/freetraining', '/freetraining?utm_source=ig&fbclid=AbC'],
    [`${origin}/terms#top`, '/terms?utm_source=ig&fbclid=AbC#top'],
    ['/builder?from=mail', '/builder?from=mail&utm_source=ig&fbclid=AbC'],
  ])('%s becomes %s', (address, carried) => {
    expect(advertAddress(address, page)).toBe(carried)
  })

  it.each([
    '#access',
    'mailto:ana@coach.example',
    'https://elsewhere.example/',
    '/api/site/preview?path=/',
    '/analytics',
    '/h/token',
    '/meme2?utm_source=own',
    'https://[broken',
  ])('%s stays as it is', (address) => {
    expect(advertAddress(address, page)).toBe(address)
  })

  it('is the address itself on a page that no advert led to', () => {
    expect(advertAddress('/terms', { ...page, search: '?x=1' })).toBe('/terms')
  })
})
