/** A small mark on what came since the owner last looked. */
export function NewMark() {
  return (
    <span
      title="New since you last looked"
      className="size-1.5 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]"
    >
      <span className="sr-only">New since you last looked</span>
    </span>
  )
}
