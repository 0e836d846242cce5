import type { Random } from './random.ts'
import {
  ANDROID_PHONES,
  type AndroidPhone,
  androidWebView,
  chromeOnAndroid,
  DESKTOP_BROWSERS,
  facebookOnAndroid,
  facebookOnIphone,
  IPHONES,
  type Iphone,
  instagramOnAndroid,
  instagramOnIphone,
  iphoneWebView,
  safariOnIphone,
  tiktokOnAndroid,
  tiktokOnIphone,
} from './user-agents.ts'

/** What a browser would report of itself. */
export type Device = {
  userAgent: string
  screenWidth: number
  screenHeight: number
  pixelRatio: number
  hardwareConcurrency: number
  /** Only Chromium tells it. */
  deviceMemory?: number
}

/** In what somebody opens a link. */
export type BrowserKind = 'instagram' | 'facebook' | 'tiktok' | 'phone browser' | 'desktop'

const IN_APP = {
  instagram: [instagramOnIphone, instagramOnAndroid],
  facebook: [facebookOnIphone, facebookOnAndroid],
  tiktok: [tiktokOnIphone, tiktokOnAndroid],
  'phone browser': [safariOnIphone, chromeOnAndroid],
} as const

/** A device for a kind of browser; `language` is named in some user agents. */
export function inventDevice(random: Random, kind: BrowserKind, language: string): Device {
  if (kind === 'desktop') return desktop(random)
  const [onIphone, onAndroid] = IN_APP[kind]
  if (random.chance(0.62)) {
    const phone = random.weighted(IPHONES.map((one) => [one, one.weight] as const))
    return { ...screenOfIphone(phone), userAgent: onIphone(iphoneWebView(random, phone), phone, language) }
  }
  const phone = random.weighted(ANDROID_PHONES.map((one) => [one, one.weight] as const))
  return { ...screenOfAndroid(phone), userAgent: onAndroid(androidWebView(random, phone), phone, language) }
}

const screenOfIphone = ({ width, height }: Iphone) => ({
  screenWidth: width,
  screenHeight: height,
  pixelRatio: 3,
  hardwareConcurrency: 4,
})

const screenOfAndroid = ({ width, height, ratio, memory }: AndroidPhone) => ({
  screenWidth: width,
  screenHeight: height,
  pixelRatio: ratio,
  hardwareConcurrency: 8,
  deviceMemory: memory,
})

function desktop(random: Random): Device {
  const { userAgent, isChromium } = random.weighted(DESKTOP_BROWSERS.map((one) => [one, one.weight] as const))
  const [screenWidth, screenHeight] = random.pick([
    [1920, 1080],
    [1536, 864],
    [1440, 900],
    [2560, 1440],
    [1366, 768],
  ] as const)
  const memory = isChromium ? { deviceMemory: random.pick([4, 8, 8, 8]) } : {}
  return {
    userAgent,
    screenWidth,
    screenHeight,
    pixelRatio: random.pick([1, 1.25, 2]),
    hardwareConcurrency: random.pick([4, 8, 8, 10, 12, 16]),
    ...memory,
  }
}
