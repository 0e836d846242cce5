import type { Summary } from '#contract/summary.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { dayWords } from '#web/dashboard/time/day-words.ts'
import { CatchingUp } from './catching-up.tsx'
import { OldNumbers } from './old-numbers.tsx'
import { Recounting } from './recounting.tsx'
import { useSummary } from './use-summary.ts'

const percent = new Intl.NumberFormat('en-US', { style: 'percent' })

/** Says, while the chosen timezone is being counted, in which one all numbers, lists and files are read meanwhile. */
function CountingTimezone({ readIn, progress }: NonNullable<Summary['countingTimezone']>) {
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      {`The numbers for your timezone are being worked out. Until then, days are those of ${readIn.replace(/.*\//, '').replace('_', ' ')}.`}
      {/* Read out once, not at every portion. */}
      <span aria-hidden="true" className="text-ink-3 tabular-nums">
        {` ${percent.format(progress)} done.`}
      </span>
    </p>
  )
}

/** Says where the range reaches back to what is not there any more, and what that means for its numbers. */
function Kept({ numbersFrom, keptFrom }: Pick<Summary, 'numbersFrom' | 'keptFrom'>) {
  if (numbersFrom === null && keptFrom === null) return null
  return (
    <p className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      {numbersFrom !== null
        ? `Numbers in this timezone begin on ${dayWords(numbersFrom)}: older days were counted before somebody looked with it.`
        : keptFrom !== null &&
          `Page views are kept from ${dayWords(keptFrom)} on. Numbers of older days stay as they were counted; lists show what is kept.`}
    </p>
  )
}

/** What puts the numbers in doubt for now: some are still being counted, or could not be read. Nothing as a rule. */
export function NumberNotices() {
  const { data, error } = useSummary()
  return (
    <>
      <OldNumbers />
      {data !== undefined && data.uncounted > 0 && <CatchingUp pageViews={data.uncounted} />}
      {data?.recounting && <Recounting {...data.recounting} />}
      {data?.countingTimezone && <CountingTimezone {...data.countingTimezone} />}
      {data && <Kept {...data} />}
      {error && (
        <p role="alert" className="border-t border-line px-4 py-2 text-sm text-warning md:px-0">
          {data === undefined ? 'The numbers could not be loaded' : 'The numbers are not up to date'}:{' '}
          {sentenceOf(error)}
        </p>
      )}
    </>
  )
}
