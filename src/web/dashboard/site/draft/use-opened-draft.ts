import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { leaveDashboard } from '#web/dashboard/session/session-query.ts'
import type { DraftCalls } from './draft-state.ts'
import { openDraft } from './open-draft.ts'
import { tabMemory } from './unsaved-memory.ts'

// The draft calls past the query cache, so it has to hear of an ended session by itself.
function draftCalls(client: QueryClient): DraftCalls {
  const heard = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      if (isSignedOut(error)) leaveDashboard(client, true)
      throw error
    }
  }
  return {
    load: () => heard(call('GET /api/site/content', {})),
    save: (draft) => heard(call('PUT /api/site/draft', draft)),
    publish: (version) => heard(call('POST /api/site/publish', version)),
    restore: (version) => heard(call('POST /api/site/versions/:version/restore', version)),
  }
}

/**
 * Opens the draft once for as long as the dashboard is open, so that going to another tab loses nothing. It is read
 * again whenever the Site area or the window comes back into view, and when somebody has published elsewhere; it is
 * saved at once when the window goes out of view, and the browser asks before it closes one with anything unsaved.
 */
export function useOpenedDraft() {
  const opened = useQuery({
    queryKey: ['site-draft'],
    queryFn: ({ client }) => openDraft(draftCalls(client), tabMemory),
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const draft = opened.data
  // Live updates read the list of versions again, so its newest says when there is something new.
  const newest = useQuery({
    queryKey: ['GET /api/site/versions', 'newest'],
    queryFn: ({ signal }) => call('GET /api/site/versions', { limit: 1 }, { signal }),
  }).data?.[0]?.version
  useEffect(() => {
    if (draft && newest !== undefined && newest !== draft.state().publishedVersion)
      void draft.refresh().catch(() => {})
  }, [draft, newest])
  useEffect(() => {
    if (!draft) return
    // A read that fails leaves the draft as it is; saving says so where it matters.
    const refresh = () => document.visibilityState === 'visible' && void draft.refresh().catch(() => {})
    // What goes out of view may be closed there, a phone's browser without a word.
    const seen = () => (document.visibilityState === 'hidden' ? void draft.flush() : refresh())
    const warn = (event: BeforeUnloadEvent) => {
      if (draft.state().saving !== 'saved') event.preventDefault()
    }
    refresh()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('online', refresh)
    window.addEventListener('beforeunload', warn)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', refresh)
      window.removeEventListener('beforeunload', warn)
      void draft.flush()
    }
  }, [draft])
  return opened
}
