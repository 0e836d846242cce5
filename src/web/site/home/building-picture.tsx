/** Words on the left gather into a window on the right. */
export function BuildingPicture() {
  return (
    <svg className="small-picture" viewBox="0 0 320 200" aria-hidden="true">
      <g className="ink-fill">
        <rect x="20" y="62" width="58" height="8" rx="4" />
        <rect x="20" y="82" width="82" height="8" rx="4" />
        <rect x="20" y="102" width="44" height="8" rx="4" />
        <rect x="20" y="122" width="66" height="8" rx="4" />
      </g>
      <path
        className="thread"
        d="M88 66c26 0 30-20 62-20M112 86c16 0 18-2 38-2M74 106c36 0 42 14 76 14M96 126c22 0 24 30 54 30"
      />
      <rect className="sheet" x="150" y="24" width="150" height="152" rx="10" />
      <path className="hair" d="M150 48h150" />
      <g className="ink-fill">
        <circle cx="164" cy="36" r="3" />
        <circle cx="175" cy="36" r="3" />
        <circle cx="186" cy="36" r="3" />
      </g>
      <rect className="soft" x="164" y="60" width="122" height="46" rx="6" />
      <circle className="accent-fill" cx="184" cy="83" r="10" />
      <path className="thread" d="M204 78h62M204 89h40" />
      <rect className="soft" x="164" y="116" width="56" height="18" rx="5" />
      <rect className="soft" x="230" y="116" width="56" height="18" rx="5" />
      <rect className="accent-fill" x="164" y="146" width="122" height="18" rx="6" />
    </svg>
  )
}
