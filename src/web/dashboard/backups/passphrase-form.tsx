import { useState } from 'react'
import { SHORTEST_PASSPHRASE } from '#contract/backups.ts'
import { CallFailed, isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { FormEnd } from '#web/dashboard/ui/form-end.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useSetPassphrase } from './use-backups.ts'

type PassphraseFormProps = {
  isFirst: boolean
  onSet: (passphrase: string) => void
  onCancel: () => void
}

/** Asks for the passphrase of backups, twice, and for the owner's password, as it opens everything in a backup. */
export function PassphraseForm({ isFirst, onSet, onCancel }: PassphraseFormProps) {
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [password, setPassword] = useState('')
  const [slip, setSlip] = useState<{ passphrase?: string; again?: string }>({})
  const set = useSetPassphrase(onSet)
  const fields = set.error instanceof CallFailed ? set.error.fields : {}
  const isWhole = set.error && !isSignedOut(set.error) && Object.keys(fields).length === 0
  const typed = (change: (value: string) => void) => (value: string) => {
    change(value)
    setSlip({})
    if (set.error) set.reset()
  }
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (passphrase.trim().length < SHORTEST_PASSPHRASE)
          return setSlip({ passphrase: `It needs at least ${SHORTEST_PASSPHRASE} characters.` })
        if (again !== passphrase) return setSlip({ again: 'The passphrases do not match.' })
        set.mutate({ passphrase: passphrase.trim(), password })
      }}
    >
      <TextField
        label="Passphrase"
        type="password"
        value={passphrase}
        onChange={typed(setPassphrase)}
        note="Four random words are good. It is never shown again, and without it no backup can be opened: write it down."
        problem={slip.passphrase ?? fields.passphrase}
        maxLength={200}
        autoFocus
      />
      <TextField
        label="Repeat the passphrase"
        type="password"
        value={again}
        onChange={typed(setAgain)}
        problem={slip.again}
        maxLength={200}
      />
      <TextField
        label="The password you sign in with"
        type="password"
        value={password}
        onChange={typed(setPassword)}
        problem={fields.password}
        maxLength={200}
      />
      {!isFirst && (
        <p className="text-xs text-ink-3">
          Backups that are there already keep the passphrase they were made with.
        </p>
      )}
      <FormEnd
        problem={isWhole ? sentenceOf(set.error) : null}
        isSending={set.isPending}
        words={{ send: 'Set passphrase', sending: 'Setting…' }}
        onCancel={onCancel}
      />
    </form>
  )
}
