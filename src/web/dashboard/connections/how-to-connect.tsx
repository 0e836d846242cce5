import type { EnteredVendor } from '#contract/vendor-settings.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { vendorLabels } from './connection-labels.ts'
import { AddressToPaste } from './vendor-form.tsx'
import { vendorGuides } from './vendor-guides.ts'

type HowToConnectProps = { vendor: EnteredVendor; webhookUrl: string | null; isAddressKnown: boolean }

/** How a vendor was connected, to look it up again: the steps, and the address at which it delivers. */
export function HowToConnect({ vendor, webhookUrl, isAddressKnown }: HowToConnectProps) {
  const { name } = vendorLabels[vendor]
  return (
    <Disclosure
      title={
        <>
          How it is connected<span className="sr-only"> for {name}</span>
        </>
      }
      place="mt-2"
      quiet
    >
      <div className="mt-1 max-w-160 border-l border-line pl-4">
        <ol className="list-decimal space-y-1 pl-4 text-sm text-ink-2">
          {vendorGuides[vendor].steps.map((step) => (
            <li key={step} className="break-words">
              {step}
            </li>
          ))}
        </ol>
        {webhookUrl && (
          <div className="mt-3">
            <AddressToPaste name={name} url={webhookUrl} isKnown={isAddressKnown} />
          </div>
        )}
      </div>
    </Disclosure>
  )
}
