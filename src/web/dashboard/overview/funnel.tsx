import { Link } from 'react-router'
import type { Overview } from '#contract/page-analytics.ts'
import { addressOfTab, narrowingInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { biggestLoss, type FunnelStep, funnelSteps } from './funnel-steps.ts'

const number = new Intl.NumberFormat('en-US')

/** What a step kept of the one before, and how many are missing. */
function Kept({ step }: { step: FunnelStep }) {
  const { rate, lost, before } = step
  if (before === null || lost === null) return <span>everybody in this range</span>
  if (lost < 0) return <span>{`${number.format(-lost)} more than the step before`}</span>
  if (rate === null) return <span>nobody got this far</span>
  return (
    <span>
      {`${rate.toFixed(1)}% of ${before} · ${number.format(lost)} fewer`}
      <span className="sr-only"> than the step before</span>
    </span>
  )
}

function Row({ step, to, isBiggestLoss }: { step: FunnelStep; to: string; isBiggestLoss: boolean }) {
  return (
    <li className="relative border-b border-line hover:bg-sunken">
      {/* Of nobody there is none at all: where the system's own colours are chosen, its edges alone would be a line. */}
      {step.people > 0 && (
        <span
          aria-hidden="true"
          className={`edged absolute inset-y-1 left-0 rounded-sm ${isBiggestLoss ? 'bg-danger opacity-15' : 'bg-accent opacity-20'}`}
          style={{ width: `max(${(step.width * 100).toFixed(1)}%, 0.375rem)` }}
        />
      )}
      <div className="relative flex min-h-14 items-center justify-between gap-4 px-3 py-2">
        <span className="min-w-0">
          <Link
            to={{ search: to }}
            preventScrollReset
            className="text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-[var(--color-focus)]"
          >
            {step.label}
          </Link>
          <span className="block text-xs text-ink-2 tabular-nums">
            <Kept step={step} />
          </span>
          {isBiggestLoss && (
            <span className="block text-xs font-medium text-danger">Most leads are lost here</span>
          )}
        </span>
        <span className="text-lg font-semibold tabular-nums">{number.format(step.people)}</span>
      </div>
    </li>
  )
}

/** How far the people of the range got, narrowing step by step; each step opens its people. */
export function Funnel({ funnel, clients }: { funnel: Overview['funnel']; clients: number | undefined }) {
  const address = useAddress()
  const narrowing = narrowingInput(address)
  const steps = funnelSteps(funnel, clients)
  const worst = biggestLoss(steps)
  const opens = ({ step }: FunnelStep) => {
    if (step === 'paid') return writeAddress({ ...addressOfTab(address, 'ads'), figure: 'client' })
    return step === 'visit'
      ? writeAddress({ ...addressOfTab(address, 'visitors'), ...narrowing })
      : writeAddress({
          ...addressOfTab(address, 'leads'),
          ...narrowing,
          step: step === 'lead' ? '' : step,
        })
  }
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 border-b border-line-strong pb-2">
        <h2 className="text-base font-semibold">Funnel</h2>
        <span className="text-xs text-ink-3">people in this range</span>
      </div>
      <ol>
        {steps.map((step) => (
          <Row key={step.step} step={step} to={opens(step)} isBiggestLoss={step.step === worst} />
        ))}
      </ol>
    </section>
  )
}
