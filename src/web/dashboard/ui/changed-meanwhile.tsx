/** Says that another window has changed what a form is about to replace, and what stands there now. */
export const ChangedMeanwhile = ({ what, now }: { what: string; now: string }) => (
  <p role="status" className="text-xs break-words whitespace-pre-wrap text-warning">
    {`${what} was changed elsewhere meanwhile. Saving replaces what it says now: “${now}”`}
  </p>
)
