import { useQuery } from '@tanstack/react-query'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { Gate } from '#web/dashboard/session/gate.tsx'
import { signedInHint } from '#web/dashboard/session/session-hint.ts'
import { sessionQuery } from '#web/dashboard/session/session-query.ts'
import { Toasts } from '#web/dashboard/toast/toasts.tsx'
import { Dashboard } from './dashboard.tsx'
import { Wordmark } from './wordmark.tsx'

/** The gate or the dashboard, as the server says. Until it has said, the hint decides what is drawn. */
export function LockedOrOpen() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  return (
    <>
      <Toasts />
      {session?.signedIn ? (
        <Dashboard demo={session.demo} />
      ) : session ? (
        <Gate ended={session.ended} />
      ) : error ? (
        <FailedList what="The dashboard" error={error} retry={() => void refetch()} />
      ) : signedInHint.isSet() ? (
        <main className="mx-auto max-w-352 px-4 py-4 md:px-8">
          <h1 className="sr-only">Loading the dashboard</h1>
          <Wordmark />
          <ListSkeleton />
        </main>
      ) : null}
    </>
  )
}
