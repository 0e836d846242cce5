import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'a secret of 16 or more'

describe('where personal data is sent', () => {
  it.each(['https://agent.example/calls', 'http://127.0.0.1:9000/calls', 'http://localhost:9000'])(
    'may be %s',
    (url) => {
      const { vendors } = readConfig({ VOICE_WEBHOOK_URL: url, VOICE_WEBHOOK_SECRET: secret })
      expect(vendors.voice).toEqual({ url, secret })
    },
  )

  it.each(['http://agent.example/calls', 'http://127.0.0.1.evil.example', 'ftp://agent.example', 'agent'])(
    'is never %s',
    (url) => {
      expect(() => readConfig({ VOICE_WEBHOOK_URL: url, VOICE_WEBHOOK_SECRET: secret })).toThrow(
        /^VOICE_WEBHOOK_URL must /,
      )
      expect(() => readConfig({ META_BASE_URL: url })).toThrow(/^META_BASE_URL must /)
    },
  )

  it('is never without a secret that signs it', () => {
    expect(() => readConfig({ VOICE_WEBHOOK_URL: 'https://agent.example' })).toThrow(
      /^VOICE_WEBHOOK_SECRET is missing/,
    )
  })

  it('is Meta’s own address where only a token is set, and nowhere without one', () => {
    const { vendors, metaBaseUrl } = readConfig({ META_ACCESS_TOKEN: 'EAA' })
    expect([vendors.meta, metaBaseUrl]).toEqual([{ token: 'EAA' }, 'https://graph.facebook.com/v25.0'])
    expect(readConfig({}).vendors.meta).toEqual({})
  })
})

describe('what a vendor gave out', () => {
  it('is read as the dashboard reads what is pasted', () => {
    const { vendors } = readConfig({
      ...{ GHL_TOKEN: 'pit-1', META_AD_ACCOUNT_ID: 'act_1234567890', META_TEST_EVENT_CODE: 'TEST123' },
      ...{ GHL_LOCATION_ID: 'https://app.example/v2/location/ve9EPM428h8v/dashboard' },
      ...{ STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef' },
    })
    expect(vendors).toMatchObject({
      ...{ crm: { locationId: 've9EPM428h8v' }, 'meta-ads': { accountId: '1234567890' } },
      ...{ meta: { testEventCode: 'TEST123' }, stripe: { secret: 'whsec_0123456789abcdef' } },
    })
  })
})

describe('where backups are copied', () => {
  const place = (BACKUP_S3_ENDPOINT: string) =>
    readConfig({
      ...{ BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET: 'coach' },
      ...{ BACKUP_S3_ACCESS_KEY_ID: 'key', BACKUP_S3_SECRET_ACCESS_KEY: secret },
    }).backupStorage?.endpoint

  it.each(['https://s3.example', 'https://s3.example/', 'https://s3.example/coach/'])('may be %s', (url) => {
    expect(place(url)).toBe('https://s3.example')
  })

  it.each([
    'https://s3.example/storage/v1/s3',
    'https://s3.example/another',
    'https://s3.example/?region=eu',
    'https://key:secret@s3.example',
  ])('is no storage at %s, of which only a part would be called', (url) => {
    expect(() => place(url)).toThrow(
      'BACKUP_S3_ENDPOINT must be the address alone, such as https://s3.eu-central-1.amazonaws.com.',
    )
  })
})
