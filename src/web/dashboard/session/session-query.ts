import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { forgetKeptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import { signedInHint } from './session-hint.ts'

/** What the server says about this browser's session; `ended` is true where there was one before. */
type Session = { signedIn: true; demo: boolean } | { signedIn: false; ended: boolean }

const sessionKey = ['GET /api/analytics/session']

async function askServer(): Promise<Session> {
  try {
    const { demo } = await call('GET /api/analytics/session', {})
    signedInHint.set(true)
    return { signedIn: true, demo }
  } catch (error) {
    if (!isSignedOut(error)) throw error
    const ended = signedInHint.isSet()
    signedInHint.set(false)
    return { signedIn: false, ended }
  }
}

/** The session as the server knows it; its word alone unlocks the dashboard (docs/spec.md, 'Signing in'). */
export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: askServer })

/** Returns to the gate and forgets everything that was read; what is typed and not saved outlasts a session that `ended`. */
export function leaveDashboard(client: QueryClient, ended: boolean): void {
  signedInHint.set(false)
  if (!ended) forgetKeptInPage()
  const session: Session = { signedIn: false, ended }
  client.setQueryData(sessionKey, session)
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}
