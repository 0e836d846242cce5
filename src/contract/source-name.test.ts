import { describe, expect, it } from 'vitest'
import { sourceName } from './source-name.ts'

const from = (utmSource: string | null, utmSourcePlatform: string | null, utmPlacement: string | null) =>
  sourceName({ utmSource, utmSourcePlatform, utmPlacement })

describe('the name of a source', () => {
  it('is the app in which one of Meta’s ads was shown, whatever its address says', () => {
    expect(from('facebook', 'ig', 'Instagram_Feed')).toBe('instagram')
    expect(from('facebook', null, 'Instagram_Stories')).toBe('instagram')
    expect(from('ig', null, null)).toBe('instagram')
    expect(from('fb', null, null)).toBe('facebook')
    expect(from('facebook', 'fb', 'Facebook_Mobile_Feed')).toBe('facebook')
    expect(from('facebook', 'msg', null)).toBe('messenger')
    expect(from('Meta', 'an', null)).toBe('audience network')
  })

  it('is what the address says where it is not Meta’s, or nothing more is known', () => {
    expect(from('tiktok', 'ig', null)).toBe('tiktok')
    expect(from('facebook', '{{site_source_name}}', '{{placement}}')).toBe('facebook')
    expect(from('meta', null, null)).toBe('meta')
    expect(from(null, 'ig', null)).toBeNull()
  })
})
