import { Dialog } from '#web/dashboard/ui/dialog.tsx'

/** Stands where details cannot be shown because the linked row is not among the rows read. */
export function NotInList({ what, onClose }: { what: string; onClose: () => void }) {
  return (
    <Dialog title={`${what} not in this list`} shape="card" onClose={onClose}>
      <p className="text-sm text-ink-2">
        The link names a {what.toLowerCase()} that is not among the rows shown. Choose a wider range, clear
        the search or load more rows.
      </p>
    </Dialog>
  )
}
