import { type Placement, pastePlaces } from '#contract/ad-address-builder.ts'

/** Where in the platform's own ad manager a link goes, half by half where it has two fields for it. */
export function WhereToPaste({ placement, address }: { placement: Placement; address: string }) {
  const { where, page, parameters } = pastePlaces[placement]
  const [before = '', query = ''] = address.split('?')
  const rows = parameters
    ? [
        [page, before],
        [parameters, query],
      ]
    : [[page, address]]
  return (
    <div className="mt-4 text-sm">
      <p className="text-ink-2">Where to paste it: {where}</p>
      <dl className="mt-2 border-t border-line">
        {rows.map(([field, value]) => (
          <div
            key={field}
            className="grid gap-x-3 border-b border-line py-2 sm:grid-cols-[9rem_minmax(0,1fr)]"
          >
            <dt className="font-medium">{field}</dt>
            <dd className="font-mono text-xs leading-5 break-all text-ink-2 select-all">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
