import { useMutation } from '@tanstack/react-query'
import { Captions, X } from 'lucide-react'
import { useId } from 'react'
import { captionLanguages, languageName } from '#contract/film-captions.ts'
import { valueAt } from '#contract/path-value.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { refusedCaptions, sendCaptions } from './send-captions.ts'

type Entry = { language: string; src: string }

const entriesIn = (value: unknown): Entry[] => (Array.isArray(value) ? value : [])

const languageFor = (entries: Entry[]): string =>
  captionLanguages.find((one) => !entries.some(({ language }) => language === one)) ?? 'en'

/** Captions of the film: a WebVTT or SRT file for each language. */
export function CaptionsField({ path }: { path: string }) {
  const id = useId()
  const draft = useDraft()
  const removing = useOpened<HTMLParagraphElement>()
  const entries = entriesIn(useValue(path).value)
  const send = useMutation({
    mutationFn: sendCaptions,
    onSuccess: ({ address }) => {
      // As they stand now: others may have been added or taken out while these were read.
      const now = entriesIn(valueAt(draft.state().content, path))
      draft.change(path, [...now, { language: languageFor(now), src: address }])
    },
  })
  const problem = send.error && refusedCaptions(send.error)
  const change = (at: number, language: string) =>
    draft.change(
      path,
      entries.map((entry, index) => (index === at ? { ...entry, language } : entry)),
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with what it names.
    <div role="group" aria-labelledby={`${id}-title`} data-part={path}>
      <p ref={removing.opener} id={`${id}-title`} tabIndex={-1} className="text-sm text-ink-2">
        Captions
      </p>
      {entries.length > 0 && (
        <ul className="mt-1.5 space-y-2">
          {entries.map(({ language, src }, index) => (
            <li key={src} className="flex items-center gap-2">
              <select
                aria-label={`Language of captions ${index + 1}`}
                value={language}
                onChange={({ currentTarget }) => change(index, currentTarget.value)}
                className={`${fieldLook} min-w-0 flex-1`}
              >
                {captionLanguages.map((one) => (
                  <option key={one} value={one}>
                    {languageName(one)}
                  </option>
                ))}
              </select>
              <IconButton
                label={`Remove captions: ${languageName(language)}`}
                onClick={() => {
                  removing.leave()
                  draft.change(
                    path,
                    entries.filter((_entry, at) => at !== index),
                  )
                }}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {entries.length < 10 && (
        <label
          ref={removing.goes}
          htmlFor={id}
          className="mt-1.5 inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-sm focus-within:outline-2 focus-within:outline-[var(--color-focus)] hover:bg-sunken md:min-h-9"
        >
          <Captions size={16} aria-hidden="true" />
          {send.isPending ? 'Reading…' : entries.length === 0 ? 'Add captions' : 'Add another language'}
          <input
            id={id}
            type="file"
            accept=".vtt,.srt,text/vtt"
            className="sr-only"
            aria-describedby={`${id}-note`}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) send.mutate(file)
              currentTarget.value = ''
            }}
          />
        </label>
      )}
      <p id={`${id}-note`} role="status" className={`mt-1 text-xs ${problem ? 'text-danger' : 'text-ink-3'}`}>
        {problem || 'An SRT or WebVTT file. Many watch without sound.'}
      </p>
    </div>
  )
}
