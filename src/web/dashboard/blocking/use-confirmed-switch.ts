import { useState } from 'react'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import type { BlockedEntry, Blocklist } from './blocklist.ts'
import { previewWords } from './preview-words.ts'

type Asked = { entry: BlockedEntry; active: boolean; words: string }

/**
 * A block's switch that asks first where it would change a number. `looking` names the entry whose numbers are being
 * counted; what cannot be counted is asked about without numbers.
 */
export function useConfirmedSwitch(blocklist: Blocklist, toggle: (id: string, active: boolean) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [looking, setLooking] = useState<string | null>(null)

  async function request(entry: BlockedEntry, active: boolean): Promise<void> {
    setLooking(entry.id)
    try {
      const preview = await blocklist.preview(entry.value, new AbortController().signal)
      const changes = preview.visitors + preview.pageViews + preview.leads > 0
      // Somebody else may have switched it meanwhile: then there is nothing left to count.
      if (!changes || preview.isBlocked === active) toggle(entry.id, active)
      else setAsked({ entry, active, words: previewWords(preview) })
    } catch (error) {
      const words = 'What it will change could not be counted.'
      if (!isSignedOut(error)) setAsked({ entry, active, words })
    } finally {
      setLooking(null)
    }
  }

  return { asked, looking, request, close: () => setAsked(null) }
}
