import { useEffect } from 'react'
import type { SiteContent } from '#contract/site-content.ts'
import type { Draft } from '#web/dashboard/site/draft/open-draft.ts'
import { moveUpload } from './film-upload.ts'
import { followEntry } from './follow-entry.ts'

// Kept here as the upload is, which goes on while the Site area is closed and its draft is read again.
let seen: SiteContent | undefined

/** Keeps an upload at the entry it was chosen for, while entries around it are moved and removed. */
export function useUploadFollows(draft: Draft | undefined): void {
  useEffect(() => {
    if (!draft) return
    const follow = () => {
      const [before, { content }] = [seen, draft.state()]
      if (before !== content) moveUpload((place) => followEntry(before, content, place))
      seen = content
    }
    follow()
    const stop = draft.subscribe(follow)
    return () => void stop()
  }, [draft])
}
