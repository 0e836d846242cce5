import { describe, expect, it } from 'vitest'
import { readDevice } from './read-device.ts'

// Composed in each app's published format.
const agents = {
  facebookIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/468.0.0.37.70;FBBV/609721223;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]',
  instagramAndroid:
    'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230901.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 Instagram 332.0.0.38.90 Android (33/13; 420dpi; 1080x2201; Google/google; Pixel 7; panther; panther; en_US; 604947923)',
  tiktokIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_34.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US BytedanceWebview/d8a21c6',
  reducedChrome:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  windowsChrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  macSafari:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
}

const phone =
  'Mozilla/5.0 (Linux; Android 14; SM-A546B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

describe('what was read before', () => {
  it('is kept for whoever comes with the same, and no longer once very many others came', () => {
    const first = readDevice(agents.ipad)
    expect(readDevice(agents.ipad)).toBe(first)
    const longest = 'x'.repeat(900)
    for (let n = 0; n < 1200; n += 1) readDevice(`Made-up/${n} ${longest}`)
    expect(readDevice(agents.ipad)).not.toBe(first)
    expect(readDevice(agents.ipad)).toEqual(first)
  })
})

describe('device info from the user agent', () => {
  it('reads the exact iPhone and the app out of the Facebook browser, and takes it for a WebView', () => {
    expect(readDevice(agents.facebookIphone)).toMatchObject({
      category: 'Mobile',
      manufacturer: 'Apple',
      model: 'iPhone14,5',
      os: 'iOS',
      osVersion: '17.5.1',
      buildId: null,
      browser: 'Safari',
      engine: 'WebKit',
      webView: true,
      app: 'Facebook',
      appVersion: '468.0.0.37.70',
    })
  })

  it('reads build, Chrome version and app out of the Instagram browser on Android', () => {
    expect(readDevice(agents.instagramAndroid)).toMatchObject({
      category: 'Mobile',
      manufacturer: 'Google',
      model: 'Pixel 7',
      os: 'Android',
      osVersion: '13',
      buildId: 'TQ3A.230901.001',
      browser: 'Chrome',
      browserVersion: '124.0.6367.179',
      webView: true,
      app: 'Instagram',
      appVersion: '332.0.0.38.90',
    })
  })

  it('knows the TikTok browser', () => {
    expect(readDevice(agents.tiktokIphone)).toMatchObject({ app: 'TikTok', webView: true, os: 'iOS' })
  })

  it.each([
    ['Messenger', '445.0.0.27.106', `${phone} [FB_IAB/Orca-Android;FBAV/445.0.0.27.106;]`],
    ['Messenger', '450.0.0.28.107', `${iphone} [FBAN/MessengerForiOS;FBAV/450.0.0.28.107;FBDV/iPhone14,5]`],
    ['Facebook', '512.0.0.50.109', `${phone} [FB_IAB/FB4A;FBAV/512.0.0.50.109;IABMV/1;]`],
    ['Threads', '336.0.0.23.95', `${iphone} Barcelona 336.0.0.23.95 (iPhone15,3; iOS 17_4_1; en_US)`],
  ])('tells the apps of one house apart: %s', (app, appVersion, userAgent) => {
    expect(readDevice(userAgent)).toMatchObject({ app, appVersion, webView: true })
  })

  it('does not take the placeholder "K" for a model, and takes the model that client hints tell', () => {
    expect(readDevice(agents.reducedChrome).model).toBeNull()
    expect(
      readDevice(agents.reducedChrome, { model: 'Pixel 8 Pro', platformVersion: '14.0.0' }),
    ).toMatchObject({
      model: 'Pixel 8 Pro',
      osVersion: '14.0.0',
    })
  })

  it('tells desktops, tablets and their systems apart', () => {
    expect(readDevice(agents.windowsChrome)).toMatchObject({
      category: 'Desktop',
      os: 'Windows',
      browser: 'Chrome',
      webView: false,
      app: null,
    })
    expect(readDevice(agents.ipad)).toMatchObject({
      category: 'Tablet',
      os: 'iPadOS',
      browser: 'Safari',
      webView: false,
    })
    expect(readDevice(agents.macSafari)).toMatchObject({
      category: 'Desktop',
      os: 'macOS',
      manufacturer: 'Apple',
    })
  })

  it('says nothing about an empty user agent', () => {
    expect(readDevice('')).toMatchObject({ category: null, os: null, browser: null, webView: false })
  })
})
