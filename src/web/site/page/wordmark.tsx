/** The brand as words beside its mark: a line that sets off and arrives. */
export function Wordmark(props: { name: string; href?: string }) {
  const inside = (
    <>
      <svg className="mark" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true">
        <circle cx="4" cy="16" r="3" fill="none" stroke="currentColor" strokeWidth="2" />
        <path
          d="M7 16H12c4 0 3.5-12 7.5-12H21"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <circle className="mark-end" cx="24" cy="4" r="3.6" />
      </svg>
      <span>{props.name}</span>
    </>
  )
  return props.href ? (
    <a className="wordmark" href={props.href}>
      {inside}
    </a>
  ) : (
    <span className="wordmark">{inside}</span>
  )
}
