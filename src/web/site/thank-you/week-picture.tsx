const week = [[44, 74, 104], [44, 104], [44, 74, 104], [74], [44, 74, 104]]

/** A week with its free times; one of them is chosen. */
export function WeekPicture() {
  return (
    <svg className="week" viewBox="0 0 320 148" aria-hidden="true">
      <rect className="week-sheet" width="320" height="148" rx="14" />
      {week.map((times, day) => {
        const x = 22 + day * 57
        return (
          <g key={x}>
            <circle className="week-day" cx={x + 24} cy="26" r="3.5" />
            {times.map((y) => (
              <rect
                key={y}
                className={day === 2 && y === 74 ? 'week-chosen' : 'week-time'}
                x={x}
                y={y}
                width="48"
                height="20"
                rx="5"
              />
            ))}
          </g>
        )
      })}
    </svg>
  )
}
