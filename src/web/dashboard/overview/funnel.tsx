import type { Overview } from '#contract/page-analytics.ts'
import { addressOfTab, narrowingInput, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { type FunnelStep, funnelSteps } from './funnel-steps.ts'
import { ShareRow } from './share-row.tsx'

const number = new Intl.NumberFormat('en-US')

function Rate({ step }: { step: FunnelStep }) {
  const { rate, lost } = step
  if (rate === null || lost === null) return null
  const drop = lost >= 0 ? `${number.format(lost)} fewer` : `${number.format(-lost)} more`
  return (
    <span title={`${drop} than the step before`}>
      {rate.toFixed(1)}%<span className="sr-only"> of the step before, {drop}</span>
    </span>
  )
}

/** How far the people of the range got, each step with what is left of the step before; each opens its people. */
export function Funnel({ funnel }: { funnel: Overview['funnel'] }) {
  const address = useAddress()
  const narrowing = narrowingInput(address)
  const opens = ({ step }: FunnelStep) =>
    step === 'visit'
      ? writeAddress({ ...addressOfTab(address, 'visitors'), ...narrowing })
      : writeAddress({
          ...addressOfTab(address, 'leads'),
          ...narrowing,
          step: step === 'lead' ? '' : step,
        })
  return (
    <section>
      <div className="flex items-baseline justify-between gap-3 border-b border-line-strong pb-2">
        <h2 className="text-base font-semibold">Funnel</h2>
        <span className="text-xs text-ink-3">people, of the step before</span>
      </div>
      <ol>
        {funnelSteps(funnel).map((step) => (
          <ShareRow
            key={step.step}
            name={step.label}
            to={opens(step)}
            value={step.people}
            part={step.part}
            note={<Rate step={step} />}
          />
        ))}
      </ol>
    </section>
  )
}
