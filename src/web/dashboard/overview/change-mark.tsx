import { changeOf } from './change.ts'

const number = new Intl.NumberFormat('en-US')
const looks = { up: 'text-success', down: 'text-danger', same: 'text-ink-3' }

/**
 * How a number stands to the period before, and which that is; the number itself is in the title, and that it is counted up to
 * the same time of day while the period `isRunning`.
 */
export function ChangeMark(props: { now: number; before: number; against: string; isRunning: boolean }) {
  const { now, before, against, isRunning } = props
  const { text, direction } = changeOf(now, before)
  const upTo = isRunning ? ', up to the same time of day' : ''
  const compared = `${number.format(before)} in the previous period${upTo}`
  return (
    <span className={looks[direction]} title={compared}>
      {text}
      <span className="text-ink-3"> vs {against}</span>
      <span className="sr-only">, {compared}</span>
    </span>
  )
}
