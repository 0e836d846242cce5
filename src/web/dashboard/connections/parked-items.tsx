import type { Connection } from '#contract/connections.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { titleLabel, vendorLabels } from './connection-labels.ts'

type ParkedItemsProps = {
  connection: Connection
  isReplaying: boolean
  /** Tries one thing again, or with null everything. */
  onReplay: (id: string | null) => void
}

/** What was set aside for a vendor, each with its reason, and another try for one or all. */
export function ParkedItems({ connection, isReplaying, onReplay }: ParkedItemsProps) {
  const { tz } = useAddress()
  const { vendor, parked, parkedItems, canReplay } = connection
  const { name } = vendorLabels[vendor]
  if (parked === 0) return null
  return (
    <section aria-label={`Set aside: ${name}`} className="mt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="py-1.5 text-sm font-medium">Set aside</h3>
        {canReplay && (
          <Button look="quiet" disabled={isReplaying} onClick={() => onReplay(null)}>
            Try all again<span className="sr-only">for {name}</span>
          </Button>
        )}
      </div>
      <ul className="border-t border-line">
        {parkedItems.map(({ id, at, title, reason, whyNot, canReplay: canReplayThis }) => (
          <li key={id} className="flex items-start justify-between gap-3 border-b border-line py-2">
            <div className="min-w-0">
              <p className="text-sm break-words">
                {titleLabel(title)}{' '}
                <span className="text-xs text-ink-3">
                  <Moment at={at} tz={tz} />
                </span>
              </p>
              <p className="text-sm break-words text-ink-2">{reason ?? 'No reason was given.'}</p>
              {whyNot && whyNot !== reason && <p className="text-sm break-words text-ink-3">{whyNot}</p>}
            </div>
            {canReplayThis && (
              <Button look="quiet" disabled={isReplaying} onClick={() => onReplay(id)}>
                Try again<span className="sr-only">for {titleLabel(title)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {parked > parkedItems.length && (
        <p className="py-2 text-xs text-ink-3">
          The newest {parkedItems.length} of {parked.toLocaleString('en-US')}.
        </p>
      )}
    </section>
  )
}
