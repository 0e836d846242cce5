import type { DeviceInfo } from '#contract/device.ts'

// In-app browsers the owner's ads run in, however the user agent spells them.
const APPS: [RegExp, string][] = [
  [/instagram/i, 'Instagram'],
  [/tiktok|musical[._]?ly|bytedance/i, 'TikTok'],
  [/facebook|^fb/i, 'Facebook'],
]

/** The in-app browser a visit came from, by the name people know it; null for an ordinary browser. */
export function appName(device: DeviceInfo): string | null {
  const { app } = device
  if (!app) return null
  return APPS.find(([pattern]) => pattern.test(app))?.[1] ?? app
}

/** What a person would call the device: 'iPhone', 'Samsung SM-S918B', 'Windows desktop'; null where unread. */
export function deviceName({ category, manufacturer, model, os }: DeviceInfo): string | null {
  if (model) {
    const spelled = !manufacturer || manufacturer === 'Apple' || model.startsWith(manufacturer)
    return spelled ? model : `${manufacturer} ${model}`
  }
  if (os && category) return `${os} ${category.toLowerCase()}`
  return os ?? category
}

/** Device and in-app browser as one hint for a row: 'iPhone · Instagram'; '' where nothing is known. */
export function deviceLabel(device: DeviceInfo): string {
  const where = appName(device) ?? device.browser
  return [deviceName(device), where].filter(Boolean).join(' · ')
}
