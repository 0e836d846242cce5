import { type Outcome, outcomes } from '#contract/outcomes.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { outcomeNames, useSayOutcome } from './use-outcomes.ts'

type OutcomeButtonsProps = {
  uid: string
  /** Whose call it is. */
  name: string
  /** What is known so far. */
  chosen?: Outcome | null
  className?: string
}

/** The four things that may have become of a call, each a tap; the notice that follows takes it back. */
export function OutcomeButtons({ uid, name, chosen = null, className = '' }: OutcomeButtonsProps) {
  const say = useSayOutcome()
  return (
    <fieldset aria-label={`What became of the call with ${name}`} className={className}>
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          aria-label={`${outcomeNames[outcome]}: ${name}`}
          aria-pressed={chosen === outcome}
          disabled={say.isPending}
          data-outcome={outcome}
          className="aria-pressed:border-ink aria-pressed:bg-sunken aria-pressed:font-medium md:min-h-11"
          onClick={() => say.mutate({ uid, name, outcome })}
        >
          {outcomeNames[outcome]}
        </Button>
      ))}
    </fieldset>
  )
}
