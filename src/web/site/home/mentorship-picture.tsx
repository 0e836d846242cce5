import type { HomeContent } from '#contract/site-content-home.ts'

/** Two pointers on one screen: yours, and the coach's with a note on exactly the right spot. */
export function MentorshipPicture({ labels }: { labels: HomeContent['mentorshipPicture'] }) {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      <rect className="sheet" x="24" y="24" width="272" height="152" rx="10" />
      <path className="hair" d="M24 48h272M112 48v128" />
      <g className="soft">
        <rect x="38" y="62" width="60" height="9" rx="4.5" />
        <rect x="38" y="80" width="46" height="9" rx="4.5" />
        <rect x="38" y="98" width="54" height="9" rx="4.5" />
      </g>
      <path className="thread" d="M128 148l30-20 26 8 34-34 30 6" />
      <circle className="accent-fill" cx="218" cy="102" r="6" />
      <g transform="translate(222 108)">
        <path className="pointer accent-fill" d="M0 0l5.5 17 4-7 7-3.5z" />
        <rect className="accent-fill" x="-8" y="21" width="82" height="24" rx="6" />
        <text className="on-accent" x="33" y="37" textAnchor="middle">
          {labels.note}
        </text>
      </g>
      <g transform="translate(142 68)">
        <path className="pointer ink-fill" d="M0 0l5.5 17 4-7 7-3.5z" />
        <rect className="ink-fill" x="16" y="14" width="38" height="22" rx="6" />
        <text className="on-ink" x="35" y="29" textAnchor="middle">
          {labels.you}
        </text>
      </g>
    </svg>
  )
}
