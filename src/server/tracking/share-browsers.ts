import type { DeviceInfo } from '#contract/device.ts'

/** A browser as it is reported: what is missing leaves what is known of a visitor's. */
export type ReportedBrowser = { user_agent?: string; device?: DeviceInfo }

/**
 * Collects the browsers of a batch, each once. `placeOf` gives a browser's place in `browsers`, or undefined where
 * nothing is told of it; a device that is the same object as one before, of the same user agent, is the same browser.
 */
export function shareBrowsers(): {
  browsers: ReportedBrowser[]
  placeOf(userAgent: string | undefined, device: DeviceInfo | null): number | undefined
} {
  const browsers: ReportedBrowser[] = []
  const places = new Map<DeviceInfo, number>()
  return {
    browsers,
    placeOf(userAgent, device) {
      if (device === null)
        return userAgent === undefined ? undefined : browsers.push({ user_agent: userAgent }) - 1
      const known = places.get(device)
      if (known !== undefined && browsers[known]?.user_agent === userAgent) return known
      places.set(device, browsers.length)
      return browsers.push({ user_agent: userAgent, device }) - 1
    },
  }
}
