import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { ForgottenPassword } from '#web/dashboard/session/forgotten-password.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'

type FieldProps = {
  name: 'oldPassword' | 'newPassword'
  label: string
  note?: string
  problem: string | undefined
  shown: boolean
}

function PasswordField({ name, label, note, problem, shown }: FieldProps) {
  return (
    <label className="block text-sm text-ink-2">
      {label}
      <input
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        minLength={name === 'newPassword' ? 8 : 1}
        // biome-ignore lint/a11y/noAutofocus: the form stands in place of the button that was pressed.
        autoFocus={name === 'oldPassword'}
        maxLength={200}
        aria-invalid={problem !== undefined}
        aria-describedby={`${name}-note`}
        className={`${fieldLook} mt-1`}
      />
      <span
        id={`${name}-note`}
        role={problem ? 'alert' : undefined}
        className={`mt-1 block text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}
      >
        {problem ?? note}
      </span>
    </label>
  )
}

/** Changes the password; the old one is needed, and every other session ends (docs/spec.md, 'Signing in'). */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const change = useChange({
    make: (input: { oldPassword: string; newPassword: string }) =>
      call('POST /api/analytics/password', input),
    done: { title: 'Password changed', message: 'Every other session has ended.' },
    after: () => {
      void client.invalidateQueries({ queryKey: ['GET /api/analytics/sessions'] })
      onDone()
    },
  })
  const fields = change.error instanceof CallFailed ? change.error.fields : {}
  const whole = change.error && !isSignedOut(change.error) && Object.keys(fields).length === 0
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        change.mutate({
          oldPassword: String(form.get('oldPassword') ?? ''),
          newPassword: String(form.get('newPassword') ?? ''),
        })
      }}
    >
      {/* Password managers look for a name beside the password. */}
      <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
      <PasswordField name="oldPassword" label="Current password" problem={fields.oldPassword} shown={shown} />
      <PasswordField
        name="newPassword"
        label="New password"
        note="At least 8 characters, and not a common password."
        problem={fields.newPassword}
        shown={shown}
      />
      <label className="flex min-h-11 items-center gap-2 text-sm text-ink-2 md:min-h-8">
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.currentTarget.checked)} />
        Show what I type
      </label>
      <ForgottenPassword />
      <FormEnd
        problem={whole ? sentenceOf(change.error) : null}
        isSending={change.isPending}
        words={{ send: 'Change password', sending: 'Changing…' }}
        onCancel={onDone}
      />
    </form>
  )
}
