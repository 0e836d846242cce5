import { createHash } from 'node:crypto'
import type { DeviceInfo } from '#contract/device.ts'

/** A browser as it is stored, once for all the visitors that come with it. */
export type StoredBrowser = { id: string; user_agent?: string; device: DeviceInfo }

// Devices that are read from one user agent are one object, so that most of a crowd's browsers are found here.
const known = new WeakMap<DeviceInfo, StoredBrowser>()

/** The browser of a user agent and the device read from it; its id is the same wherever both are the same. */
export function identifyBrowser(userAgent: string | undefined, device: DeviceInfo): StoredBrowser {
  const before = known.get(device)
  if (before && before.user_agent === userAgent) return before
  const id = createHash('sha256')
    .update(JSON.stringify([userAgent, device]))
    .digest('hex')
    .slice(0, 32)
  const browser = { id, user_agent: userAgent, device }
  known.set(device, browser)
  return browser
}
