import type { CrmOpportunity } from '#contract/crm-reading.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'

const states: Record<CrmOpportunity['status'], string> = {
  open: 'Open',
  won: 'Won',
  lost: 'Lost',
  abandoned: 'Given up',
}

const hasValue = (value: number | null): value is number => value !== null && value > 0

/** What the CRM holds of a person as opportunities: how far they are there, which is no payment. */
export function CrmOpportunities({ opportunities }: { opportunities: CrmOpportunity[] }) {
  const { tz } = useAddress()
  if (opportunities.length === 0) return null
  return (
    <section aria-labelledby="crm-opportunities" className="mb-8">
      <h3 id="crm-opportunities" className="text-sm font-semibold">
        In your CRM
      </h3>
      <ul className="mt-1.5 border-t border-line">
        {opportunities.map(({ id, pipeline, stage, status, value, changedAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 text-sm">
            <span className="min-w-0 break-words">
              {states[status]}
              <span className="text-ink-3">
                {' '}
                · {[pipeline, stage].filter(Boolean).join(' › ') || 'Opportunity'}
              </span>
            </span>
            <span className="text-ink-2 tabular-nums">
              {hasValue(value) && `valued ${value.toLocaleString('en-US')}`}
              {changedAt && (
                <span className="text-ink-3">
                  {hasValue(value) && ' · '}
                  {shortTime(changedAt, tz)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-ink-3">
        A value there is an estimate. Cash counts once the checkout confirms a payment.
      </p>
    </section>
  )
}
