import { fieldLabel } from '#contract/pasted-value.ts'
import type { EnteredVendor, VendorFieldState } from '#contract/vendor-settings.ts'

/** How a value stands, in words that tell nothing of it but its end. */
export function valueWords({ source, endsIn, host, isReadable }: VendorFieldState): string {
  if (source === 'nothing') return 'not set'
  if (!isReadable) return 'cannot be read'
  const place = host === null ? '' : ` at ${host}`
  return `set${place}${endsIn === null ? '' : `, ends in …${endsIn}`}`
}

/** What is set for a vendor, and where it comes from. */
export function VendorValueList({ vendor, fields }: { vendor: EnteredVendor; fields: VendorFieldState[] }) {
  return (
    <dl className="mt-3 max-w-160 border-t border-line">
      {fields.map((field) => (
        <div
          key={field.name}
          className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-b border-line py-1.5 text-sm"
        >
          <dt className="text-ink-3">{fieldLabel(vendor, field.name)}</dt>
          <dd className="break-words">
            {field.source === 'environment' ? (
              <>
                set on the server by <code className="font-mono text-xs break-words">{field.variable}</code>
              </>
            ) : (
              <span className={field.source === 'nothing' ? 'text-ink-3' : ''}>{valueWords(field)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
