import { useEffect, useId, useRef, useState } from 'react'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useRestore } from './use-backups.ts'

/** Asks whether everything is to be put back to a backup, and for the password; for a passphrase where it needs one. */
export function RestoreForm(props: {
  file: string
  at: string
  /** What was typed already, where the file was checked with it. */
  passphrase?: string
  onBegun: () => void
  onCancel: () => void
}) {
  const { file, at, onBegun, onCancel } = props
  const [password, setPassword] = useState('')
  const [passphrase, setPassphrase] = useState(props.passphrase ?? '')
  const [needsPassphrase, setNeedsPassphrase] = useState(false)
  const restore = useRestore(onBegun)
  const fields = restore.error instanceof CallFailed ? restore.error.fields : {}
  if (fields.passphrase !== undefined && !needsPassphrase) setNeedsPassphrase(true)
  const isWhole = restore.error && !isSignedOut(restore.error) && Object.keys(fields).length === 0
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    heading.current?.focus()
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <form
      aria-labelledby={id}
      className="mt-3 space-y-3 rounded-md bg-sunken px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        restore.mutate({ file, password, ...(passphrase && { passphrase }) })
      }}
    >
      <h4 id={id} ref={heading} tabIndex={-1} className="text-sm font-medium outline-none">
        Put everything back to {at}?
      </h4>
      <p className="text-sm text-ink-2">
        Everything that came in since then is lost: leads, bookings, payments, changes to the site. A copy of
        how it is now is kept first, so you can go back. The site is offline for seconds or minutes, and
        everybody else has to sign in again. Emails that were waiting at that time may be sent a second time.
      </p>
      {needsPassphrase && (
        <TextField
          label="The passphrase of this backup"
          type="password"
          value={passphrase}
          onChange={(value) => {
            setPassphrase(value)
            if (restore.error) restore.reset()
          }}
          problem={fields.passphrase}
          maxLength={200}
        />
      )}
      <TextField
        label="The password you sign in with"
        type="password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          if (restore.error) restore.reset()
        }}
        problem={fields.password}
        maxLength={200}
      />
      <FormEnd
        problem={isWhole ? sentenceOf(restore.error) : null}
        isSending={restore.isPending}
        words={{ send: 'Restore', sending: 'Beginning…' }}
        onCancel={onCancel}
      />
    </form>
  )
}
