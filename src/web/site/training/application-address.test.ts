import { describe, expect, it } from 'vitest'
import { applicationAddress } from './application-address.ts'

const lead = { name: ' Ana María de la Cruz ', email: 'ana+1@example.com', phone: '+1 202 555 0143' }

const fragmentOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)))

describe('the application form’s address', () => {
  it('hands a Typeform who it is in the fragment, and the campaign in fragment and query', () => {
    const attribution = { utm_source: 'ig', fbclid: 'AbC', utm_source_platform: 'not asked for' }
    const address = applicationAddress('https://form.typeform.com/to/XyZ', lead, attribution, false)
    expect(new URL(address).search).toBe('?utm_source=ig')
    expect(fragmentOf(address)).toEqual({
      first_name: 'Ana',
      last_name: 'María de la Cruz',
      email: 'ana+1@example.com',
      phone_number: '+1 202 555 0143',
      utm_source: 'ig',
      fbclid: 'AbC',
    })
  })

  it('carries the lead’s id, so that the form’s word finds its lead whatever is typed there', () => {
    const id = '0198f0c2-7d1e-7b3a-8000-000000000001'
    const address = applicationAddress('https://form.typeform.com/to/XyZ', { ...lead, id }, {}, true)
    expect(fragmentOf(address).lead_id).toBe(id)
    expect(new URL(address).searchParams.has('lead_id')).toBe(false)
  })

  it('tells an embedded Typeform that it is embedded', () => {
    const address = applicationAddress('https://form.typeform.com/to/XyZ', undefined, {}, true)
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      'typeform-embed': 'embed-widget',
      'typeform-embed-id': 'application',
      'typeform-embed-handles-redirect': '1',
    })
    expect(new URL(address).hash).toBe('')
  })

  it('fills any other form through its query and keeps what the owner put there', () => {
    const address = applicationAddress(
      'https://forms.example/apply?form=7',
      { ...lead, name: 'Ana' },
      {},
      false,
    )
    const query = Object.fromEntries(new URL(address).searchParams)
    expect(query).toEqual({ form: '7', first_name: 'Ana', email: lead.email, phone_number: lead.phone })
  })
})
