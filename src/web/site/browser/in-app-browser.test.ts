import { describe, expect, it } from 'vitest'
import { isInAppBrowser } from './in-app-browser.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a browser inside an app', () => {
  it.each([
    `${iphone} Mobile/21E236 Instagram 331.0.2.29.89 (iPhone15,3; iOS 17_4_1)`,
    `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBBV/564431005]`,
    `${iphone} Mobile/15E148 musical_ly_33.0.0 JsSdk/2.0 BytedanceWebview/d8a21c6`,
    'Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) AppleWebKit/537.36 Version/4.0 Chrome/121.0 Mobile',
    // Threads, and an app that does not say which it is.
    `${iphone} Mobile/15E148 Barcelona 336.0.0.23.95 (iPhone15,3; iOS 17_4_1; en_US; scale=3.00)`,
    `${iphone} Mobile/15E148`,
  ])('is recognised: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(true)
  })

  it.each([
    `${iphone} Version/17.4 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/124.0.6367.111 Mobile/15E148 Safari/604.1`,
    `${iphone} FxiOS/125.0 Mobile/15E148 Safari/605.1.15`,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ])('is not: %s', (userAgent) => {
    expect(isInAppBrowser(userAgent)).toBe(false)
  })
})
