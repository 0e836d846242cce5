import type { NextStep } from '#contract/next-step.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { dayIn, dueWords } from './due-words.ts'

/** What is to be done next and by when, in one line; what is due stands out. */
export function DueMark({ step }: { step: NextStep }) {
  const { tz } = useAddress()
  const { words, isDue } = dueWords(step.dueOn, dayIn(tz, useNow()))
  return (
    <span title={step.text}>
      <span className={isDue ? 'font-medium text-warning' : 'text-ink-2'}>{words}</span>
      <span className="text-ink-3">{': '}</span>
      {step.text}
    </span>
  )
}
