import { Wordmark } from '#web/dashboard/shell/wordmark.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useDarkPage } from '#web/dashboard/ui/theme.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { useCountdown } from './use-countdown.ts'
import { useSignIn } from './use-sign-in.ts'

/** The way in: a dark card that asks for the access code. */
export function Gate({ ended }: { ended: boolean }) {
  const { signIn, pending, refusal, waitUntil } = useSignIn()
  const wait = useCountdown(waitUntil)
  useDarkPage()
  const note = refusal ?? (ended ? 'Your session has ended. Please sign in again.' : null)

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <form
        className="w-full max-w-96 rounded-lg border border-line bg-surface p-6 md:p-8"
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
          Access code
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
