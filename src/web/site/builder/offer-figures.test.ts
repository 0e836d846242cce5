import { describe, expect, it } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'
import { figuresOf, leftInWords, placesOf, withFigures } from './offer-figures.ts'

const wordsWith = (offer: object) => SiteContent.parse({ builder: { offer } }).builder

describe('the places of the offer', () => {
  it.each([
    [{ places: 3, taken: 2 }, '1 slot left', '2 of 3 spots taken', false],
    [{ places: 3, taken: 0 }, '3 slots left', '0 of 3 spots taken', false],
    [{ places: 3, taken: 3 }, 'No slots left', '3 of 3 spots taken', true],
    [{ places: 3, taken: 5 }, 'No slots left', '3 of 3 spots taken', true],
    [{ places: 0, taken: 0 }, 'No slots left', '0 of 0 spots taken', true],
  ])('%o say “%s” and “%s”', (offer, left, taken, isFull) => {
    const words = withFigures(wordsWith(offer))
    expect(leftInWords(words)).toBe(left)
    expect(words.urgency.taken).toBe(taken)
    expect(placesOf(words.offer).isFull).toBe(isFull)
  })
})

describe('the figures of the offer', () => {
  it('are those of the specification before the owner changes anything', () => {
    expect(figuresOf(wordsWith({}))).toEqual({
      places: '3',
      taken: '2',
      left: '1',
      price: '$2,497',
      regular: '$4,997',
      saved: '$2,500',
      discount: '50%',
      hourly: '$555',
      weeks: '3',
      minutes: '90',
      hours: '4.5',
      days: '21',
    })
  })

  it('follow the owner’s prices', () => {
    const figures = figuresOf(wordsWith({ price: 1800, regular: 2400, minutes: 120, currency: '€' }))
    expect(figures).toMatchObject({ price: '€1,800', discount: '25%', hourly: '€300', hours: '6' })
  })

  it('never promise a negative discount', () => {
    expect(figuresOf(wordsWith({ price: 3000, regular: 2000 }))).toMatchObject({
      saved: '$0',
      discount: '0%',
    })
  })

  it('stand in every text that names them', () => {
    const words = withFigures(wordsWith({}))
    expect(words.headline).toBe('Your product, live in 21 days')
    expect(words.price.schedule).toBe('90-minute Friday sessions for 3 weeks (4.5 hours)')
    expect(words.full.text).toContain('All 3 spots')
  })
})
