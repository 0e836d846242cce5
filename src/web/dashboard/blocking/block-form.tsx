import { type UseMutationResult, useQuery } from '@tanstack/react-query'
import type { Dispatch, SetStateAction } from 'react'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useDebouncedValue } from '#web/dashboard/ui/use-debounced-value.ts'
import type { Blocklist } from './blocklist.ts'
import { previewSentence } from './preview-sentence.ts'
import type { Typed } from './unsaved-entry.ts'

const PAUSE = 400

type BlockPreviewProps = { blocklist: Blocklist; value: string; onChoose: (value: string) => void }

/** What blocking a value will hide, while it is being typed; silent until it is one that can be blocked. */
function BlockPreview({ blocklist, value, onChoose }: BlockPreviewProps) {
  const wanted = useDebouncedValue(value, PAUSE)
  const { data, error } = useQuery({
    queryKey: [blocklist.read, 'preview', wanted],
    queryFn: ({ signal }) => blocklist.preview(wanted, signal),
    enabled: blocklist.isValid(wanted),
    // What is counted changes all the time.
    staleTime: 0,
    gcTime: 0,
  })
  const isShown = wanted === value && blocklist.isValid(wanted)
  const stored = isShown ? blocklist.stored(wanted) : ''
  const wider = isShown ? blocklist.wider?.(wanted) : undefined
  const words = !isShown
    ? value === '' && blocklist.words.hint
    : error
      ? 'What it would hide could not be counted.'
      : data?.isBlocked
        ? 'It is blocked already.'
        : data && previewSentence(data)
  return (
    <div className="md:col-span-3">
      <p
        role="status"
        className={`text-sm ${value === '' ? 'max-md:hidden' : 'min-h-5'} break-words text-ink-2`}
      >
        {stored !== wanted && stored !== '' && words ? `${stored}: ` : ''}
        {words}
      </p>
      {wider && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
          Phones and homes keep changing the end of an IPv6 address.
          <Button className="max-w-full" onClick={() => onChoose(wider)}>
            Block all of {wider}
          </Button>
        </p>
      )}
    </div>
  )
}

type BlockFormProps = {
  blocklist: Blocklist
  block: UseMutationResult<unknown, Error, { value: string; reason: string }>
  typed: Typed
  onType: Dispatch<SetStateAction<Typed>>
}

/** Adds an address or a path to a blocklist; the button waits for a value. */
export function BlockForm({ blocklist, block, typed, onType }: BlockFormProps) {
  const { words, isValid } = blocklist
  const { value, reason } = typed
  const setValue = (text: string) => onType({ ...typed, value: text })
  const wanted = value.trim()
  // On a phone the list is what stands there until something is typed.
  const later = wanted === '' ? 'max-md:hidden' : ''

  return (
    <form
      className="grid items-end gap-3 py-3 md:py-4 md:grid-cols-[16rem_minmax(0,24rem)_auto] md:justify-start"
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted === '') return
        if (!isValid(wanted)) return void showToast({ ...words.invalid(wanted), bad: true })
        block.mutate(
          { value: wanted, reason: reason.trim() },
          {
            // Numbers and lists are read again before, and meanwhile the next one may be typed.
            onSuccess: () =>
              onType((now) => ({
                value: now.value === value ? '' : now.value,
                reason: now.reason === reason ? '' : now.reason,
              })),
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
      <label className={`text-xs text-ink-2 ${later}`}>
        Reason (optional)
        <input
          value={reason}
          onChange={(event) => onType({ ...typed, reason: event.currentTarget.value })}
          maxLength={500}
          className={`${fieldLook} mt-1`}
        />
      </label>
      <Button look="primary" type="submit" disabled={wanted === '' || block.isPending} className={later}>
        {words.button}
      </Button>
      <BlockPreview blocklist={blocklist} value={wanted} onChoose={setValue} />
    </form>
  )
}
