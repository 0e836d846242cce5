import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { IconButton } from '#web/dashboard/ui/button.tsx'

/** Reads everything on screen again and says how that went (docs/spec.md, 'Notices'). */
export function RefreshButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const refresh = async () => {
    setBusy(true)
    const toast = showToast({ title: 'Refreshing...' })
    try {
      await client.refetchQueries({ type: 'active' }, { throwOnError: true })
      toast.update({ title: '✅ Data Refreshed' })
    } catch (error) {
      // The gate says what there is to say about an ended session.
      if (isSignedOut(error)) return toast.dismiss()
      toast.update({
        title: '❌ Refresh Error',
        message: 'Some data may not have updated properly',
        bad: true,
      })
    } finally {
      setBusy(false)
    }
  }

  return (
    <IconButton label="Refresh" disabled={busy} onClick={() => void refresh()}>
      <RefreshCw
        size={17}
        aria-hidden="true"
        className={busy ? 'motion-safe:animate-[spin_1s_linear_infinite]' : ''}
      />
    </IconButton>
  )
}
