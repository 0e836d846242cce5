import { describe, expect, it } from 'vitest'
import { defaultSiteContent, SiteContent } from './site-content.ts'
import { readStoredContent } from './stored-content.ts'

describe('content that was stored once', () => {
  it('is read as it is where it still fits', () => {
    const content = SiteContent.parse({ brand: { coach: 'Ana' } })
    expect(readStoredContent(content)).toEqual({ content, unreadable: [] })
  })

  it('keeps everything but the fields that no longer fit', () => {
    const { content, unreadable } = readStoredContent({
      brand: { coach: 'Ana', terms: 'javascript:alert(1)' },
      home: { headline: 'a'.repeat(500), founder: { figures: [{ figure: 7, label: 'kept' }] } },
      meme: 'gone',
    })
    expect(content.brand.coach).toBe('Ana')
    expect(content.brand.terms).toBe('/terms')
    expect(content.home.headline).toBe(defaultSiteContent.home.headline)
    expect(content.home.founder.figures).toEqual([{ figure: '', label: 'kept' }])
    expect(content.meme).toEqual(defaultSiteContent.meme)
    expect(unreadable.sort()).toEqual([
      'brand.terms',
      'home.founder.figures.0.figure',
      'home.headline',
      'meme',
    ])
  })

  it.each([[null], ['text'], [[1, 2]], [12]])('of no shape at all (%j) is the default site', (stored) => {
    expect(readStoredContent(stored).content).toEqual(defaultSiteContent)
  })
})
