import type { QueryClient } from '@tanstack/react-query'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import type { Draft } from '#web/dashboard/site/draft/open-draft.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'

/** Reads again what depends on which version is public. */
export const readSiteAgain = (client: QueryClient): void => void readAgain(client, ['site'])

/** Shows visitors the version before the one just published, and says how it went; the changes stay in the draft. */
export async function undoPublish(draft: Draft, client: QueryClient, version: number): Promise<void> {
  try {
    const isUndone = await draft.undoPublish(version)
    showToast(
      isUndone
        ? {
            title: 'Publishing undone',
            message: 'Visitors see the site as before. Your changes are still here.',
          }
        : { title: 'Not undone', message: 'Something has changed since. Look under Versions.', bad: true },
    )
  } catch (error) {
    if (!isSignedOut(error))
      showToast({ title: 'Not undone', message: 'Try again under Versions.', bad: true })
  }
  readSiteAgain(client)
}
