/** The product's word mark: one line from the ad to the booked call. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-sm font-semibold text-ink">
      <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" className="shrink-0">
        <path
          d="M4 23h8.5l5-14H25"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="27" cy="9" r="3.5" className="fill-accent" />
      </svg>
      Leadline
    </span>
  )
}
