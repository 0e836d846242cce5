import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnerSession } from '#contract/settings.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { deviceLabel } from '#web/dashboard/detail/device-label.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'

const key = ['GET /api/analytics/sessions']

// Its own for each session: of several that are signed out in quick succession, one for all would tell the last alone.
function SignOut({ session, onLeave }: { session: OwnerSession; onLeave: () => void }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/analytics/sessions/:id', { id: session.id }),
    onSuccess: () => showToast({ title: 'Session ended' }),
    onError: (problem) => {
      if (!isSignedOut(problem)) showToast({ title: 'Error', message: sentenceOf(problem), bad: true })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <Button
      disabled={revoke.isPending}
      onClick={() => {
        onLeave()
        revoke.mutate()
      }}
    >
      Sign out
    </Button>
  )
}

/** Where the owner is signed in, last used first; every session but this one can be ended here. */
export function SessionsList() {
  const { tz } = useAddress()
  const ending = useOpened<HTMLUListElement>()
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/analytics/sessions', {}),
    // Whoever opens this wants to know who is signed in now.
    staleTime: 0,
  })
  if (!data)
    return error ? (
      <p role="alert" className="text-sm text-danger">
        {sentenceOf(error)}{' '}
        <Button look="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <div role="status" aria-label="Loading" className="skeleton h-10 w-full" />
    )
  return (
    <ul ref={ending.opener} tabIndex={-1} aria-label="Sessions">
      {data.map((session) => (
        <li key={session.id} className="flex min-h-11 items-center gap-3 border-t border-line py-1 text-sm">
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              {deviceLabel(session.device) || 'Unknown device'}
              {session.isCurrent && <span className="text-ink-3"> · this browser</span>}
            </span>
            <span className="block truncate text-xs text-ink-3">
              {session.ipAddress ?? 'Unknown IP'} · used <Moment at={session.lastUsedAt} tz={tz} within />
            </span>
          </span>
          {!session.isCurrent && <SignOut session={session} onLeave={ending.leave} />}
        </li>
      ))}
    </ul>
  )
}
