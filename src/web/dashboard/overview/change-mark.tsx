import { changeOf } from './change.ts'

const number = new Intl.NumberFormat('en-US')
const looks = { up: 'text-success', down: 'text-danger', same: 'text-ink-3' }

/** How a number stands to the period before, and which that is; the number itself is in the title. */
export function ChangeMark({ now, before, against }: { now: number; before: number; against: string }) {
  const { text, direction } = changeOf(now, before)
  const compared = `${number.format(before)} in the previous period`
  return (
    <span className={looks[direction]} title={compared}>
      {text}
      <span className="text-ink-3"> vs {against}</span>
      <span className="sr-only">, {compared}</span>
    </span>
  )
}
