const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const shapes = {
  previous: 'M12 4.5 6.5 10l5.5 5.5',
  next: 'M8 4.5l5.5 5.5L8 15.5',
  back: 'M16 10H4M9 5l-5 5 5 5',
  onward: 'M4 10h12M11 5l5 5-5 5',
  done: 'M4.5 10.5l3.75 3.75L15.5 6',
  document: 'M5.5 2.75h6l3.5 3.5v11H5.5zM11.5 2.75v3.5H15M8 10h4.5M8 13.25h4.5',
  audio: 'M3.5 8.5v3M6.75 5.5v9M10 3v14M13.25 6.5v7M16.5 8.5v3',
  presentation: 'M3 3.75h14v9.5H3zM10 13.25v3.5M6.75 16.75h6.5M6.5 10V8.5M10 10V6.5M13.5 10V7.75',
  elsewhere: 'M8 4.5H4.5v11h11V12M11.5 3.75h4.75V8.5M16 4l-6.5 6.5',
  lock: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  shield:
    'M10 2.75 4.25 5v4.5c0 3.75 2.5 6.25 5.75 7.75 3.25-1.5 5.75-4 5.75-7.75V5zM7.5 9.75l1.75 1.75 3.25-3.5',
} as const

/** A small line drawing beside words that already say what it means. */
export function Mark({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className="mark-line" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d={shapes[name]} {...line} />
    </svg>
  )
}
