/** The meme's one actor: waves something away, or points at the better idea. */
export function MemePerson({ mood }: { mood: 'no' | 'yes' }) {
  return (
    <svg className="person" viewBox="0 0 300 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect className={mood === 'no' ? 'ground-no' : 'ground-yes'} width="300" height="300" />
      <path className="jumper" d="M72 306c0-72 28-116 92-116s94 44 94 116z" />
      <g transform={mood === 'no' ? 'rotate(-7 165 200)' : 'rotate(6 165 200)'}>
        <path className="skin" d="M103 122c0-44 26-68 62-68s62 24 62 68c0 46-26 80-62 80s-62-34-62-80z" />
        <path
          className="hair"
          d="M98 118c-6-52 28-82 72-80 46 2 68 34 62 78-16-8-22-22-24-34-22 14-62 16-82 6-4 14-14 26-28 30z"
        />
        {mood === 'no' ? (
          <>
            <path
              className="line"
              d="M124 134c8 7 19 7 26 0M176 130c8 7 19 7 26 0M120 112l30 8M178 116l28-12"
            />
            <path className="line" d="M142 174c8-9 14 4 22-3s14 3 22-4" />
          </>
        ) : (
          <>
            <path
              className="shades"
              d="M112 116h42v10c0 14-8 22-20 22s-22-8-22-22zM174 116h42v10c0 14-8 22-20 22s-22-8-22-22z"
            />
            <path className="line" d="M108 117h112" />
            <path className="grin" d="M136 166c12 5 42 5 56-2-4 22-16 30-28 30s-24-8-28-28z" />
          </>
        )}
      </g>
      {mood === 'no' ? (
        <g className="hand" transform="translate(22 120) rotate(-10)">
          <path d="M12 60V20a8.5 8.5 0 0 1 17 0V10a8.5 8.5 0 0 1 17 0v6a8.5 8.5 0 0 1 17 0v14a8.5 8.5 0 0 1 17 0v58c0 26-14 42-36 42-20 0-30-10-38-28L-6 74c-6-12 8-20 16-10z" />
          <path d="M29 22v32M46 18v34M63 30v26" />
        </g>
      ) : (
        <g className="hand" transform="translate(206 150)">
          <path d="M0 40c0-16 12-26 26-26h54a10.5 10.5 0 0 1 0 21H50c8 0 12 5 12 11s-4 10-9 10c5 1 8 5 8 10s-4 10-10 10c4 2 5 5 5 8 0 6-5 10-12 10H26C10 94 0 84 0 68z" />
          <path d="M50 35H34M53 56H36M51 76H36" />
        </g>
      )}
    </svg>
  )
}
