import { UAParser } from 'ua-parser-js'
import type { DeviceInfo } from '#contract/device.ts'
import { rememberLately } from '#server/platform/remember-lately.ts'

/** What Chromium tells in request headers once it is asked to (`Accept-CH`). */
export type ClientHints = { model?: string; platformVersion?: string; fullVersions?: string }

// A thousand browsers of the usual length: an hour's crowd has a few hundred, and made-up ones must not fill the memory.
const MOST_CHARACTERS = 1_000_000
const DEVICE_CHARACTERS = 200
// The user agent is kept twice more: by what was read from it, and by the browser it is stored as.
const known = rememberLately<DeviceInfo>(MOST_CHARACTERS, (_, key) => 2 * key.length + DEVICE_CHARACTERS)

/**
 * Derives device, system, browser and in-app browser from the user agent and client hints (docs/spec.md, 'Records').
 */
export function readDevice(userAgent: string, hints: ClientHints = {}): DeviceInfo {
  const key = JSON.stringify([userAgent, hints])
  const before = known.get(key)
  if (before) return before
  const device = derive(userAgent, hints)
  known.set(key, device)
  return device
}

function derive(userAgent: string, hints: ClientHints): DeviceInfo {
  const parsed = new UAParser(userAgent).getResult()
  const os = systemOf(parsed.os.name, userAgent)
  const app = appOf(userAgent)
  const chrome = /(?:Chrome|CriOS)\/([\d.]+)/.exec(userAgent)?.[1]
  const hinted = /"(?:Google Chrome|Chromium|Microsoft Edge)";v="([\d.]+)"/.exec(
    hints.fullVersions ?? '',
  )?.[1]
  return {
    category: userAgent === '' ? null : categoryOf(parsed.device.type, os),
    manufacturer:
      parsed.device.vendor ?? (os === 'iOS' || os === 'iPadOS' || os === 'macOS' ? 'Apple' : null),
    model: hints.model || appleModel(userAgent) || modelOf(parsed.device.model),
    os,
    osVersion: hints.platformVersion || parsed.os.version || null,
    buildId: buildOf(userAgent),
    browser: browserOf(parsed.browser.name, userAgent, app !== null, os),
    browserVersion: hinted ?? (app ? (chrome ?? null) : (parsed.browser.version ?? chrome ?? null)),
    engine: parsed.engine.name ?? null,
    webView: isWebView(userAgent, os),
    app: app?.name ?? null,
    appVersion: app?.version ?? null,
  }
}

function categoryOf(type: string | undefined, os: string | null): DeviceInfo['category'] {
  if (type === 'tablet') return 'Tablet'
  if (type === 'mobile') return 'Mobile'
  return os === 'iOS' || os === 'Android' ? 'Mobile' : 'Desktop'
}

const SYSTEMS: Record<string, string> = {
  'Mac OS': 'macOS',
  'Chromium OS': 'Chrome OS',
  Ubuntu: 'Linux',
  Debian: 'Linux',
}

function systemOf(name: string | undefined, userAgent: string): string | null {
  if (/iPad/.test(userAgent)) return 'iPadOS'
  return name === undefined ? null : Object.hasOwn(SYSTEMS, name) ? (SYSTEMS[name] ?? name) : name
}

// "K" is what reduced user agents write in place of every model.
const modelOf = (model: string | undefined) => (model === undefined || model === 'K' ? null : model)

/** Facebook writes FBDV/iPhone14,5; Instagram writes (iPhone15,3; …). */
const appleModel = (userAgent: string) =>
  /FBDV\/((?:iPhone|iPad)[\d,]+)/.exec(userAgent)?.[1] ??
  /\(((?:iPhone|iPad)\d+,\d+);/.exec(userAgent)?.[1] ??
  null

function buildOf(userAgent: string): string | null {
  const android = / Build\/([^;)\s]+)/.exec(userAgent)?.[1]
  const apple = / Mobile\/(\w+)/.exec(userAgent)?.[1]
  // 15E148 is frozen in every iOS user agent and names no build.
  return android ?? (apple && apple !== '15E148' ? apple : null)
}

const APPS: [string, RegExp][] = [
  ['Instagram', /Instagram ([\d.]+)/],
  ['TikTok', /(?:musical_ly|BytedanceWebview|TikTok|trill)[_/ ]?([\d.]*)/i],
  ['Threads', /Barcelona ([\d.]+)/],
  // On Android it goes by the name it had at first.
  ['Messenger', /(?:FBAN|FB_IAB)\/(?:Messenger|Orca-Android).*?FBAV\/([\d.]+)/i],
  ['Facebook', /(?:FBAN|FB_IAB).*?FBAV\/([\d.]+)/],
  ['Snapchat', /Snapchat\/?([\d.]*)/],
  ['Pinterest', /Pinterest\/?([\d.]*)/],
  ['LinkedIn', /LinkedInApp\/?([\d.]*)/],
  ['X', /Twitter for iPhone\/?([\d.]*)/],
  ['WhatsApp', /WhatsApp\/([\d.]+)/],
  ['Google app', /GSA\/([\d.]+)/],
]

function appOf(userAgent: string): { name: string; version: string | null } | null {
  for (const [name, pattern] of APPS) {
    const match = pattern.exec(userAgent)
    if (match) return { name, version: match[1] || null }
  }
  return null
}

function browserOf(
  name: string | undefined,
  userAgent: string,
  inApp: boolean,
  os: string | null,
): string | null {
  if (inApp) return /Chrome\//.test(userAgent) ? 'Chrome' : os === 'iOS' || os === 'iPadOS' ? 'Safari' : null
  if (name === undefined) return null
  if (/Safari/.test(name)) return 'Safari'
  if (/Chrome|Chromium/.test(name)) return 'Chrome'
  return name.replace(/^(?:Mobile )?(Firefox|Opera|Edge).*$/, '$1')
}

/** Android marks its WebView with `; wv)`; an iOS WebView is WebKit without the word Safari. */
function isWebView(userAgent: string, os: string | null): boolean {
  if (/; wv\)/.test(userAgent)) return true
  return (os === 'iOS' || os === 'iPadOS') && /AppleWebKit/.test(userAgent) && !/Safari\//.test(userAgent)
}
