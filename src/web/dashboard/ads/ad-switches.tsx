import { useId } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'

type Choice<Value extends string> = { value: Value; label: string; means: string }

function Switch<Value extends string>({
  label,
  now,
  choices,
  choose,
}: {
  label: string
  now: Value
  choices: Choice<Value>[]
  choose: (value: Value) => void
}) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={id}
      className="grid min-w-0 gap-x-2 max-sm:w-full sm:grid-cols-[auto_auto] sm:items-center"
    >
      <legend className="sr-only">{label}</legend>
      <span aria-hidden="true" className="text-xs text-ink-3">
        {label}
      </span>
      <span className="inline-flex rounded-sm border border-line-strong max-sm:w-full sm:justify-self-start">
        {choices.map(({ value, label: text, means }) => (
          <button
            key={value}
            type="button"
            title={means}
            aria-pressed={value === now}
            onClick={() => choose(value)}
            className="min-h-11 px-3 text-sm text-ink-2 max-sm:grow sm:whitespace-nowrap not-first:border-l not-first:border-line-strong hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink md:min-h-8"
          >
            {text}
          </button>
        ))}
      </span>
      {/* What the choice means, for whoever has nothing to point with. */}
      <p id={id} role="status" className="mt-1 text-xs text-ink-3 sm:col-start-2">
        {choices.find(({ value }) => value === now)?.means}
      </p>
    </fieldset>
  )
}

/** Which ad a person counts for, and on which day. */
export function AdSwitches() {
  const { credit, cohort } = useAddress()
  const go = useGo()
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1">
      <Switch
        label="Credit"
        now={credit}
        choose={(value) => go({ credit: value })}
        choices={[
          { value: '', label: 'First ad', means: 'The ad that brought the person first' },
          { value: 'last', label: 'Last ad', means: 'The last ad before the person became a lead' },
        ]}
      />
      <Switch
        label="Count"
        now={cohort}
        choose={(value) => go({ cohort: value })}
        choices={[
          {
            value: '',
            label: 'Leads of these days',
            means: 'The leads of these days, whatever came of them later',
          },
          {
            value: 'event',
            label: 'What happened then',
            means: 'Each thing on the day it happened, whoever it was',
          },
        ]}
      />
    </div>
  )
}
