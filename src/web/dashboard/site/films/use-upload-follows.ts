import { useEffect } from 'react'
import type { SiteContent } from '#contract/site-content.ts'
import type { Draft } from '#web/dashboard/site/draft/open-draft.ts'
import { clearUpload, moveUpload, onUploadChange, uploadNow } from './film-upload.ts'
import { followEntry } from './follow-entry.ts'
import { useReadFilmsAgain } from './use-films.ts'

// Kept here as the upload is, which goes on while the Site area is closed and its draft is read again.
let seen: SiteContent | undefined

/**
 * Keeps an upload at the entry it was chosen for, while entries around it are moved and removed, and puts its film there
 * once that has arrived, whichever page its owner looks at by then.
 */
export function useUploadFollows(draft: Draft | undefined): void {
  const readAgain = useReadFilmsAgain()
  useEffect(() => {
    if (!draft) return
    const follow = () => {
      const [before, { content }] = [seen, draft.state()]
      if (before !== content) moveUpload((place) => followEntry(before, content, place))
      seen = content
    }
    const land = () => {
      const upload = uploadNow()
      if (upload.step !== 'done') return
      // Where its video was removed it is one of those uploaded before.
      if (upload.place !== '') draft.change(`${upload.place}.film`, upload.film.address)
      clearUpload()
      readAgain()
    }
    follow()
    land()
    const stops = [draft.subscribe(follow), onUploadChange(land)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [draft, readAgain])
}
