import type { deviceColumns } from '#contract/device.ts'
import type { Lead } from '#contract/lead.ts'
import { Facts } from './facts.tsx'

type Reported = Pick<Lead, keyof typeof deviceColumns>

const NOT_CAPTURED = 'Not captured'

/** What the browser reported about itself: device, display, system, browser and the whole user agent. */
export function UserAgentSections({ of }: { of: Reported }) {
  const { device, screenWidth, screenHeight, hardwareConcurrency, deviceMemory, userAgent } = of
  return (
    <>
      <Facts
        title="Device"
        facts={[
          { label: 'Type', value: device.category },
          { label: 'Model', value: device.model },
          { label: 'Manufacturer', value: device.manufacturer },
          { label: 'Codename', value: null, missing: NOT_CAPTURED },
          { label: 'Chipset', value: null, missing: NOT_CAPTURED },
          { label: 'CPU cores', value: hardwareConcurrency },
          { label: 'Memory', value: deviceMemory === null ? null : `${deviceMemory} GB` },
        ]}
      />
      <Facts
        title="Display"
        facts={[
          {
            label: 'Screen resolution',
            value: screenWidth === null || screenHeight === null ? null : `${screenWidth} × ${screenHeight}`,
          },
          { label: 'Pixel density', value: null, missing: NOT_CAPTURED },
        ]}
      />
      <Facts
        title="Operating System"
        facts={[
          { label: 'Name', value: device.os },
          { label: 'Version', value: device.osVersion },
          { label: 'Build ID', value: device.buildId },
        ]}
      />
      <Facts
        title="Browser & Session"
        facts={[
          { label: 'Browser', value: device.browser },
          { label: 'Version', value: device.browserVersion },
          { label: 'Rendering engine', value: device.engine },
          { label: 'WebView', value: device.webView ? 'Yes' : 'No' },
          { label: 'App', value: device.app, missing: 'N/A' },
          { label: 'App version', value: device.appVersion, missing: 'N/A' },
          { label: 'In-app browser version', value: null, missing: NOT_CAPTURED },
          { label: 'Session ID', value: null, missing: NOT_CAPTURED },
        ]}
      />
      <Facts
        title="Full User Agent"
        facts={[
          {
            label: 'User agent',
            value: userAgent && <span className="font-mono text-xs break-all">{userAgent}</span>,
            missing: NOT_CAPTURED,
          },
        ]}
      />
    </>
  )
}
