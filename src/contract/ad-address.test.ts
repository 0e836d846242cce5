import { describe, expect, it } from 'vitest'
import { readAdAddress } from './ad-address.ts'
import { adAddress, type Placement, pastePlaces, placementOf, placements } from './ad-address-builder.ts'

const site = { publicUrl: 'https://coach.example', paths: ['/', '/meme'] }
const read = (address: string) => readAdAddress(address, site)
const words = (address: string) => read(address).warnings.map(({ parameter }) => parameter)

describe('an advert’s address', () => {
  it('is read into page and attribution', () => {
    const found = read(
      'https://coach.example/meme/?utm_source=ig&utm_medium=paid&utm_campaign_id=12&fbclid=x',
    )
    expect(found).toEqual({
      path: '/meme',
      isOurs: true,
      pageExists: true,
      attribution: [
        { key: 'utm_source', value: 'ig' },
        { key: 'utm_medium', value: 'paid' },
        { key: 'utm_campaign_id', value: '12' },
        { key: 'fbclid', value: 'x' },
      ],
      warnings: [],
    })
  })

  it.each([
    ['a page that is none', '/mem?utm_source=a', [null]],
    ['another site', 'https://else.example/meme?utm_source=a', [null]],
    ['no address', 'javascript:alert(1)', [null]],
    ['a spelling that is not read', '/meme?utm_source=a&utm_campaignid=1', ['utm_campaignid']],
    ['capitals', '/meme?UTM_Source=a', ['UTM_Source', 'utm_source']],
    ['an unknown name', '/meme?utm_source=a&utm_colour=red', ['utm_colour']],
    ['a missing campaign id', '/meme?utm_source=a&utm_medium=cpc', ['utm_campaign_id']],
    ['no source', '/meme', ['utm_source']],
    ['a macro', '/meme?utm_source=a&utm_campaign_id={{campaign.id}}', ['utm_campaign_id']],
    ['a name twice', '/meme?utm_source=a&utm_source=b', ['utm_source']],
  ])('warns of %s', (_what, address, parameters) => {
    expect(words(address)).toEqual(parameters)
  })

  it.each(['127.0.0.1:3000', 'localhost:8080', '192.168.1.20', 'mac.local', '[::1]:3000'])(
    'that only this computer or its network reaches cannot work in an advert: %s',
    (host) => {
      const own = { ...site, publicUrl: `http://${host}` }
      const { warnings } = readAdAddress(`http://${host}/meme?utm_source=ig`, own)
      expect(warnings.map(({ words }) => words)).toEqual([expect.stringContaining('It cannot work in an ad')])
      expect(warnings[0]?.words).toContain('public address')
    },
  )

  it('is pasted where its platform asks for it, by what it says of itself', () => {
    for (const placement of Object.keys(placements) as Placement[]) {
      const { attribution } = read(adAddress(placement, { publicUrl: site.publicUrl, path: '/meme' }))
      const said = Object.fromEntries(attribution.map(({ key, value }) => [key, value]))
      expect(placementOf(said)).toBe(placement)
    }
    expect(placementOf({ utm_source: 'my-blog' })).toBeUndefined()
    expect(pastePlaces.meta).toMatchObject({ page: 'Website URL', parameters: 'URL parameters' })
  })

  it('built for a placement is understood whole', () => {
    for (const placement of Object.keys(placements) as Placement[]) {
      const address = adAddress(placement, { publicUrl: site.publicUrl, path: '/meme' })
      const { pageExists, attribution, warnings } = read(address)
      expect([placement, pageExists, attribution.length > 1]).toEqual([placement, true, true])
      // What it warns of is that the platform's macros are not filled in yet, and nothing else.
      for (const { parameter } of warnings)
        expect(attribution.find(({ key }) => key === parameter)?.value).toMatch(/[{_]/)
    }
  })

  it('keeps the platform’s macros as it spells them, and the owner’s words in their place', () => {
    const page = { publicUrl: site.publicUrl, path: '/' }
    expect(adAddress('meta', page)).toContain('utm_campaign_id={{campaign.id}}')
    expect(adAddress('tiktok', page)).toContain('utm_campaign_id=__CAMPAIGN_ID__')
    expect(adAddress('google', page, { utm_campaign: 'Spring & co' })).toContain(
      'utm_campaign=Spring%20%26%20co',
    )
  })
})
