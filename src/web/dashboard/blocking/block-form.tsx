import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { BlockPreview } from './block-preview.tsx'
import type { Blocklist } from './blocklist.ts'

type BlockFormProps = {
  blocklist: Blocklist
  block: UseMutationResult<unknown, Error, { value: string; reason: string }>
}

/** Adds an address or a path to a blocklist; the button waits for a value. */
export function BlockForm({ blocklist, block }: BlockFormProps) {
  const { words, isValid } = blocklist
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const wanted = value.trim()

  return (
    <form
      className="grid items-end gap-3 py-4 md:grid-cols-[16rem_minmax(0,24rem)_auto] md:justify-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === '') return
        if (!isValid(wanted)) return void showToast({ ...words.invalid(wanted), bad: true })
        block.mutate(
          { value: wanted, reason: reason.trim() },
          {
            onSuccess: () => {
              setValue('')
              setReason('')
            },
          },
        )
      }}
    >
      <label className="text-xs text-ink-2">
        {words.field}
        <input
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          placeholder={words.placeholder}
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={`${fieldLook} mt-1`}
        />
      </label>
      <label className="text-xs text-ink-2">
        Reason (optional)
        <input
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          className={`${fieldLook} mt-1`}
        />
      </label>
      <Button look="primary" type="submit" disabled={wanted === '' || block.isPending}>
        {words.button}
      </Button>
      <BlockPreview blocklist={blocklist} value={wanted} onChoose={setValue} />
    </form>
  )
}
