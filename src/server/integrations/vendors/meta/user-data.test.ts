import { describe, expect, it } from 'vitest'
import type { AdPerson } from '#server/integrations/ads.ts'
import { userData } from './user-data.ts'

const nobody: AdPerson = {
  emails: [],
  phones: [],
  name: null,
  externalIds: [],
  ipAddress: null,
  userAgent: null,
  fbc: null,
  fbp: null,
}

// The vendor's published examples of normalised and hashed values.
const john = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'
const phone = 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'
const mary = '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'
const valery = '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'

describe('a person as Meta takes it', () => {
  it.each([
    ['john_smith@gmail.com', john],
    ['    John_Smith@gmail.com    ', john],
  ])('hashes the email “%s” as published', (email, hash) => {
    expect(userData({ ...nobody, emails: [email] })).toEqual({ em: [hash] })
  })

  it.each(['+1 (650) 555-1212', '16505551212', '0016505551212', '+16505551212'])(
    'hashes the phone “%s” as published',
    (typed) => {
      expect(userData({ ...nobody, phones: [typed] })).toEqual({ ph: [phone] })
    },
  )

  it.each([
    ['Mary', mary],
    [' mary. ', mary],
    ['Valéry', valery],
    ['Vale\u0301ry', valery],
  ])('hashes the name “%s” as published', (name, hash) => {
    expect(userData({ ...nobody, name })).toEqual({ fn: hash })
  })

  it('hashes first and last name apart, and the same email once', () => {
    const data = userData({
      ...nobody,
      name: 'Mary  Valéry',
      emails: ['john_smith@gmail.com', 'John_Smith@gmail.com'],
    })
    expect(data).toEqual({ fn: mary, ln: valery, em: [john] })
  })

  it('hashes our own id, and leaves address, browser and click ids as they are, with their case', () => {
    const browser = {
      ipAddress: '2001:db8::1',
      userAgent: 'Mozilla/5.0 (iPhone)',
      fbc: 'fb.1.1795255200000.IwAR2_Ab-CdEf.AQ',
      fbp: 'fb.1.1795255200000.123',
    }
    expect(userData({ ...nobody, ...browser, externalIds: ['a'] })).toEqual({
      external_id: ['ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
      client_ip_address: browser.ipAddress,
      client_user_agent: browser.userAgent,
      fbc: browser.fbc,
      fbp: browser.fbp,
    })
  })

  it('sends nothing that is no address and no click id', () => {
    const odd = { ipAddress: 'unknown', fbc: 'IwAR2', fbp: '<script>', emails: ['  '], phones: ['ext.'] }
    expect(userData({ ...nobody, ...odd, name: '!!!' })).toEqual({})
  })
})
