const number = new Intl.NumberFormat('en-US')

/** Says, while a rush is being counted, that the cards' four numbers are whole already and the rest is not yet. */
export function CatchingUp({ pageViews }: { pageViews: number }) {
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-sm text-ink-2 md:px-0">
      Many people came at once. The numbers on the cards are exact; charts, lists and search are catching up.
      {/* Read out once, not at every portion. */}
      <span aria-hidden="true" className="text-ink-3 tabular-nums">
        {` ${number.format(pageViews)} page views to go.`}
      </span>
    </p>
  )
}
