const heights = [1, 1, 2, 2, 3, 4, 5, 6, 7]
const columns = heights.map((height, column) =>
  Array.from({ length: 7 }, (_, row) => ({ x: 40 + column * 30, y: 172 - row * 24, reached: row < height })),
)

/** People, one dot each, column by column: few at first, then many. */
export function ResultsPicture() {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      {columns.map((dots, column) =>
        dots.map(({ x, y, reached }) => (
          <circle
            key={`${x} ${y}`}
            className={reached ? (column === heights.length - 1 ? 'accent-fill' : 'ink-fill') : 'faint-fill'}
            cx={x}
            cy={y}
            r={reached ? 8 : 2}
          />
        )),
      )}
    </svg>
  )
}
