import { useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import type { EnteredVendor } from '#contract/vendor-settings.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { NotSavedYet } from '#web/dashboard/ui/not-saved-yet.tsx'
import { RemoveQuestion } from '#web/dashboard/ui/remove-question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { vendorLabels } from './connection-labels.ts'
import { unsavedValues } from './unsaved-values.ts'
import { useRemoveVendor } from './use-vendor-settings.ts'
import { VendorForm } from './vendor-form.tsx'
import { vendorGuides } from './vendor-guides.ts'
import { VendorValueList } from './vendor-values.tsx'

type VendorSettingsProps = { vendor: EnteredVendor; connection: Connection; isAddressKnown: boolean }

/** What a vendor is connected with: entering it, putting other values in their place, and removing them. */
export function VendorSettings({ vendor, connection, isAddressKnown }: VendorSettingsProps) {
  const { fields } = connection
  const [isOpen, setIsOpen] = useState(false)
  const question = useAsking<HTMLButtonElement>()
  const remove = useRemoveVendor(vendor, question.close)
  const { name } = vendorLabels[vendor]
  const isAnySet = fields.some(({ source }) => source !== 'nothing')
  const isEntered = fields.some(({ source }) => source === 'dashboard')
  const canEnter = fields.some(({ source }) => source !== 'environment')
  return (
    <div>
      {fields.some(({ isReadable }) => !isReadable) && (
        <p role="alert" className="mt-2 text-sm text-danger">
          The server’s secret key has changed, so this can no longer be read. Enter it again.
        </p>
      )}
      {isAnySet && <VendorValueList vendor={vendor} fields={fields} />}
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {canEnter && (
          <Button ref={question.goOn} onClick={() => setIsOpen(true)}>
            {isAnySet ? 'Change' : 'Connect'}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        {isEntered && !question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            Remove…<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {!isOpen && unsavedValues(vendor).read() && <NotSavedYet />}
      <RemoveQuestion question={question} remove={remove}>
        {vendorGuides[vendor].afterRemoval}
      </RemoveQuestion>
      {isOpen && (
        <VendorForm
          vendor={vendor}
          connection={connection}
          isAddressKnown={isAddressKnown}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
