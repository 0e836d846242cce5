import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { unsavedTag } from './unsaved-typing.ts'

/** A lead's tags: those of rules, and the owner's own, which can be added and taken off. */
export function LeadTags({ leadId }: { leadId: string }) {
  const { data: tags, error, refetch } = useQuery(reading('GET /api/leads/:leadId/tags', { leadId }))
  const unsaved = unsavedTag(leadId)
  const [typed, setTyped] = useState(() => unsaved.read() ?? '')
  const remove = useChange({
    make: (tagName: string) => call('DELETE /api/leads/:leadId/tags/:tagName', { leadId, tagName }),
    failed: 'Failed to take the tag off',
    renews: ['tags'],
  })
  const form = useOpened({ begins: typed !== '', isBusy: remove.isPending })
  const latest = useRef(typed)
  const type = (text: string) => {
    latest.current = text
    setTyped(text)
    if (text === '') unsaved.forget()
    else unsaved.write(text)
  }
  const end = () => {
    type('')
    form.close()
  }
  const add = useChange({
    make: (tagName: string) => call('POST /api/leads/:leadId/tags', { leadId, tagName }),
    failed: 'Failed to add the tag',
    renews: ['tags'],
    // The next one may be typed already.
    after: (_tag, tagName) => {
      if (latest.current.trim() === tagName) end()
    },
  })
  if (!tags) return error ? <FailedPart what="Tags" error={error} retry={() => void refetch()} /> : null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-1.5">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="contents">
          {tags.map(({ id, tagName, isOwn }) => (
            <li
              key={id}
              className="inline-flex max-w-full items-center rounded-sm border border-line-strong pl-2 text-xs text-ink-2"
            >
              <span className={`min-w-0 wrap-anywhere ${isOwn ? 'py-1' : 'py-1 pr-2'}`}>{tagName}</span>
              {isOwn && (
                <button
                  type="button"
                  aria-label={`Take off the tag ${tagName}`}
                  disabled={remove.isPending}
                  onClick={() => {
                    form.leave()
                    remove.mutate(tagName)
                  }}
                  className="grid size-11 place-items-center rounded-sm text-ink-3 hover:text-ink md:size-7"
                >
                  <X size={13} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!form.isOpen ? (
        <Button ref={form.opener} look="quiet" onClick={form.open}>
          Add a tag
        </Button>
      ) : (
        <form
          className="flex flex-1 basis-52 gap-2"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (typed.trim() !== '') add.mutate(typed.trim())
          }}
        >
          <input
            aria-label="New tag"
            value={typed}
            maxLength={100}
            // biome-ignore lint/a11y/noAutofocus: it stands in place of the button that was pressed.
            autoFocus
            onChange={(event) => type(event.currentTarget.value)}
            className={fieldLook}
          />
          <Button type="submit" disabled={add.isPending || typed.trim() === ''}>
            Add
          </Button>
          <Button look="quiet" onClick={end}>
            Cancel
          </Button>
        </form>
      )}
    </div>
  )
}
