import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useGo } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Wordmark } from '#web/dashboard/shell/wordmark.tsx'
import { isFirstRun } from '#web/dashboard/site/start/is-first-run.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useDarkPage } from '#web/dashboard/ui/theme.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { sessionQuery } from './session-query.ts'

function reasonOf(error: unknown): string {
  return error instanceof CallFailed && error.status === 401 ? 'Incorrect password' : sentenceOf(error)
}

/**
 * Signing in with the access code: `signIn` tries, `refusal` says why the last try failed, `waitUntil` is
 * the moment (milliseconds) before which the server takes no further try.
 */
function useSignIn() {
  const client = useQueryClient()
  const go = useGo()
  const [waitUntil, setWaitUntil] = useState(0)
  const attempt = useMutation({
    meta: { gate: true },
    mutationFn: async (password: string) => {
      await call('POST /api/analytics/verify-password', { password })
      // Whoever named a view gets that view.
      const isOpen = !new URLSearchParams(window.location.search).has('tab')
      if (isOpen && (await isFirstRun())) go({ tab: 'site' }, { replace: true })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
    onSuccess: () => {
      showToast({ title: 'Access granted', message: 'Welcome to the Analytics Command Center' })
    },
    onError: (error) => {
      if (error instanceof CallFailed && error.retryAfter) {
        setWaitUntil(Date.now() + error.retryAfter * 1000)
      }
      showToast({ title: 'Access denied', message: reasonOf(error), bad: true })
    },
  })
  return {
    signIn: attempt.mutate,
    pending: attempt.isPending,
    refusal: attempt.error ? reasonOf(attempt.error) : null,
    waitUntil,
  }
}

/** Whole seconds left until a moment (milliseconds since 1970), counting down to 0. */
function useCountdown(until: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    if (until <= Date.now()) return
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/** The way in: a dark card that asks for the access code. */
export function Gate({ ended }: { ended: boolean }) {
  const { signIn, pending, refusal, waitUntil } = useSignIn()
  const wait = useCountdown(waitUntil)
  useDarkPage()
  const note = refusal ?? (ended ? 'Your session has ended. Please sign in again.' : null)

  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center p-4">
      <form
        className="w-full max-w-96 rounded-lg border border-line bg-surface p-6 wrap-anywhere md:p-8"
        onSubmit={(event) => {
          event.preventDefault()
          const password = new FormData(event.currentTarget).get('password')
          if (typeof password === 'string' && password !== '' && wait === 0) signIn(password)
        }}
      >
        <Wordmark />
        <h1 className="mt-8 text-lg font-semibold">Analytics Command Center</h1>
        <p className="mt-1 text-sm text-ink-2">Secure access required</p>
        {/* Password managers look for a name beside the password. */}
        <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
        <label htmlFor="password" className="mt-6 block text-sm text-ink-2">
          Password
        </label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          placeholder="Enter access code"
          required
          maxLength={200}
          // biome-ignore lint/a11y/noAutofocus: the field is the page's only purpose.
          autoFocus
          aria-describedby="gate-note"
          aria-invalid={refusal !== null}
          className={`${fieldLook} mt-1.5 min-h-12 md:min-h-11`}
        />
        <p
          id="gate-note"
          role={refusal ? 'alert' : 'status'}
          className={`mt-2 min-h-10 text-sm ${refusal ? 'text-danger' : 'text-ink-2'}`}
        >
          {note}
          {wait > 0 && <span className="block text-ink-2">You can try again in {wait} s.</span>}
        </p>
        <Button
          look="primary"
          type="submit"
          disabled={pending || wait > 0}
          className="mt-2 min-h-12 w-full md:min-h-11"
        >
          {pending ? 'Authenticating...' : 'Access Dashboard'}
        </Button>
        <ForgottenPassword className="mt-4" />
      </form>
    </main>
  )
}
