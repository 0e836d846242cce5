const number = new Intl.NumberFormat('en-US')

/** How much of a list is on screen: 'Showing 100 of 1,234', or just its size when all of it is. */
export function CountLine({ shown, total, noun }: { shown: number; total: number; noun: [string, string] }) {
  const word = total === 1 ? noun[0] : noun[1]
  const text =
    shown < total
      ? `Showing ${number.format(shown)} of ${number.format(total)} ${word}`
      : `${number.format(total)} ${word}`
  return (
    <p role="status" className="text-xs whitespace-nowrap text-ink-3 tabular-nums">
      {text}
    </p>
  )
}
