import { describe, expect, it } from 'vitest'
import { attributionIn, attributionOfRecord, nextRecord } from './attribution-record.ts'

const device = { timezone: 'UTC', language: 'en', screenWidth: 390, screenHeight: 844, userAgent: 'phone' }
const advert = { path: '/meme?utm_source=ig&fbclid=AbC', search: '?utm_source=ig&fbclid=AbC' }

describe('the visitor analytics record', () => {
  it('keeps the first page’s parameters and landing path on later pages without any', () => {
    const first = nextRecord(undefined, advert, device)
    const second = nextRecord(first, { path: '/freetraining', search: '' }, device)
    expect(second).toEqual({ ...device, utm_source: 'ig', fbclid: 'AbC', landingPath: advert.path })
  })

  it('gives way as a whole to the parameters of a new advert', () => {
    const first = nextRecord(undefined, advert, device)
    const second = nextRecord(first, { path: '/?utm_source=tt', search: '?utm_source=tt' }, device)
    expect(second).toEqual({ ...device, utm_source: 'tt', landingPath: '/?utm_source=tt' })
  })

  it('takes the device as it is now, not as it was stored', () => {
    const kept = nextRecord(undefined, advert, { ...device, screenWidth: 1 })
    expect(nextRecord(kept, advert, device).screenWidth).toBe(390)
  })

  it('reads only attribution out of a query, cut at 500 characters, case kept', () => {
    const found = attributionIn(`?fbclid=AbC_-9&email=a@b.co&utm_term=${'x'.repeat(600)}&utm_ad=`)
    expect(found).toEqual({ fbclid: 'AbC_-9', utm_term: 'x'.repeat(500) })
  })

  it('spells its attribution for each call', () => {
    const record = nextRecord(undefined, { path: '/', search: '?utm_campaign_id=7' }, device)
    expect(attributionOfRecord(record, 'snake')).toEqual({ utm_campaign_id: '7' })
    expect(attributionOfRecord(record, 'camel')).toEqual({ utmCampaignId: '7' })
  })
})
