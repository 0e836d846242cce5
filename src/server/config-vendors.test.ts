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
