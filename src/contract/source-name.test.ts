import { describe, expect, it, test } from 'vitest'
import { sourceName, sourcesNamed } from './source-name.ts'

const from = (utmSource: string | null, utmSourcePlatform: string | null, utmPlacement: string | null) =>
  sourceName({ utmSource, utmSourcePlatform, utmPlacement })

describe('the name of a source', () => {
  it('is the app in which one of Meta’s ads was shown, whatever its address says', () => {
    expect(from('facebook', 'ig', 'Instagram_Feed')).toBe('Instagram')
    expect(from('facebook', null, 'Instagram_Stories')).toBe('Instagram')
    expect(from('ig', null, null)).toBe('Instagram')
    expect(from('fb', null, null)).toBe('Facebook')
    expect(from('facebook', 'fb', 'Facebook_Mobile_Feed')).toBe('Facebook')
    expect(from('facebook', 'msg', null)).toBe('Messenger')
    expect(from('Meta', 'an', null)).toBe('Audience Network')
    expect(from('facebook', 'th', 'Threads_Feed')).toBe('Threads')
    expect(from('fb', null, 'Threads_Feed')).toBe('Threads')
    expect(from('th', null, null)).toBe('Threads')
  })

  it('is what the address says where it is not Meta’s, or nothing more is known', () => {
    expect(from('tiktok', 'ig', null)).toBe('TikTok')
    expect(from('facebook', '{{site_source_name}}', '{{placement}}')).toBe('Facebook')
    expect(from('meta', null, null)).toBe('Meta')
    expect(from(null, 'ig', null)).toBeNull()
  })
})

test.each([
  ['Instagram', ['ig']],
  ['inst', ['ig']],
  [' FACEBOOK ', ['fb']],
  ['messenger', ['msg']],
  ['audience', ['an']],
  ['threads', ['th']],
  ['youtube', ['yt']],
  ['tiktok', []],
  ['ig', []],
  ['', []],
])('%s is also the name of %j', (text, sources) => {
  expect(sourcesNamed(text)).toEqual(sources)
})
