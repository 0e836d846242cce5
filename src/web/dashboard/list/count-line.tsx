const number = new Intl.NumberFormat('en-US')

/** How much of a list is on screen: 'Showing 100 of 1,234', or just its size when all of it is. */
export function CountLine({
  shown,
  total,
  isCapped = false,
  noun,
}: {
  shown: number
  total: number
  isCapped?: boolean
  noun: [string, string]
}) {
  const word = total === 1 ? noun[0] : noun[1]
  const all = isCapped ? `${number.format(Math.max(shown, total))}+` : number.format(total)
  const isPart = shown < total || isCapped
  return (
    <p role="status" className="text-xs whitespace-nowrap text-ink-3 tabular-nums">
      {isPart && <span className="max-md:sr-only">{`Showing ${number.format(shown)} of `}</span>}
      {`${all} ${word}`}
    </p>
  )
}
