import { describe, expect, it } from 'vitest'
import { type DeviceInfo, unknownDevice } from '#contract/device.ts'
import { appName, deviceLabel, deviceName } from './device-label.ts'

describe('deviceLabel', () => {
  it.each<[string, Partial<DeviceInfo>, string]>([
    ['nothing', {}, ''],
    ['a desktop', { os: 'Windows', category: 'Desktop', browser: 'Firefox' }, 'Windows desktop · Firefox'],
    [
      'an iPhone in Instagram',
      { manufacturer: 'Apple', model: 'iPhone', app: 'Instagram' },
      'iPhone · Instagram',
    ],
    ['a Samsung', { manufacturer: 'Samsung', model: 'SM-S918B' }, 'Samsung SM-S918B'],
    ['a model that says its maker', { manufacturer: 'Pixel', model: 'Pixel 9' }, 'Pixel 9'],
    ['only an operating system', { os: 'Linux' }, 'Linux'],
    ['only a browser', { browser: 'Safari' }, 'Safari'],
  ])('names %s', (_what, known, label) => {
    expect(deviceLabel({ ...unknownDevice, ...known })).toBe(label)
  })

  it.each([
    ['FBAN/FBIOS', 'Facebook'],
    ['musical_ly', 'TikTok'],
    ['BytedanceWebview', 'TikTok'],
    ['Instagram', 'Instagram'],
    ['LinkedInApp', 'LinkedInApp'],
  ])('calls the app %s %s', (app, name) => {
    expect(appName({ ...unknownDevice, app })).toBe(name)
  })

  it('has no app and no device where none was read', () => {
    expect(appName(unknownDevice)).toBeNull()
    expect(deviceName(unknownDevice)).toBeNull()
  })
})
