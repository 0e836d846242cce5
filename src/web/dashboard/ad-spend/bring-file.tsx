import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { SpendPreview } from '#contract/spend-file.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { FileQuestions } from './file-questions.tsx'
import { previewSentence, saidWords, spansSentence } from './spend-words.ts'
import { type GivenFile, sendSpendFile, useCommit } from './use-ad-spend.ts'

const FIRST = 5

const keptFile = keptInPage<GivenFile>()('given')

function Refused({ preview }: { preview: SpendPreview }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? preview.refused : preview.refused.slice(0, FIRST)
  if (preview.refusedRows === 0) return null
  return (
    <div className="mt-3">
      <h3 className="text-sm font-medium">Rejected</h3>
      <ul aria-label="Rejected lines" className="mt-1 text-sm text-ink-2">
        {shown.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="border-b border-line py-1.5 break-words last:border-0">
            <span className="text-ink-3 tabular-nums">Line {line}</span> {reason}
          </li>
        ))}
      </ul>
      {preview.refused.length > FIRST && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole
            ? 'Show fewer'
            : `Show ${preview.refused.length} of ${preview.refusedRows.toLocaleString('en-US')}`}
        </Button>
      )}
    </div>
  )
}

function Unmatched({ ads, names }: SpendPreview['unmatched']) {
  if (ads === 0) return null
  const rest = ads - Math.min(names.length, 3)
  return (
    <p className="mt-2 text-sm text-ink-2">
      Nobody has come from {ads === 1 ? 'one of its ads' : `${ads.toLocaleString('en-US')} of its ads`} yet:{' '}
      {names.slice(0, 3).join(', ')}
      {rest > 0 && ` and ${rest.toLocaleString('en-US')} more`}.
    </p>
  )
}

type PreviewProps = { preview: SpendPreview; onDone: () => void; onAskAnew: () => void }

function Preview({ preview, onDone, onAskAnew }: PreviewProps) {
  const commit = useCommit(onDone)
  const changes = preview.new + preview.replaced
  const close = preview.unchanged > 0 ? 'All of it is here already. Close' : 'Close'
  return (
    <div>
      <p role="status" className="text-base font-medium tabular-nums">
        {previewSentence(preview)}
      </p>
      <p className="mt-0.5 text-sm break-all text-ink-3">{preview.fileName}</p>
      {preview.said && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 text-sm text-ink-2">
          Read as you said: {saidWords(preview.said)}.
          <Button
            look="quiet"
            className="-ml-3 underline underline-offset-2"
            disabled={commit.isPending}
            onClick={onAskAnew}
          >
            Ask me again
          </Button>
        </p>
      )}
      {preview.spans > 0 && <p className="mt-2 text-sm text-ink-2">{spansSentence(preview.spans)}</p>}
      <Unmatched {...preview.unmatched} />
      <Refused preview={preview} />
      <div className="mt-4 flex flex-wrap gap-2">
        {changes > 0 && preview.id !== null && (
          <Button
            look="primary"
            disabled={commit.isPending}
            onClick={() => preview.id !== null && commit.mutate(preview.id)}
          >
            {commit.isPending
              ? 'Importing…'
              : `Import ${changes.toLocaleString('en-US')} ${changes === 1 ? 'row' : 'rows'}`}
          </Button>
        )}
        <Button look={changes > 0 ? 'quiet' : 'plain'} onClick={onDone}>
          {changes > 0 ? 'Cancel' : close}
        </Button>
      </div>
    </div>
  )
}

/** Takes a file by dropping or choosing it, asks what it does not say, and shows what it would change before it does. */
export function BringFile() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [given, setGiven] = useState<GivenFile | null>(null)
  const [isOver, setIsOver] = useState(false)
  // What was asked of a file last stays until it is answered: on a network that fails, all that was said would be lost.
  const [asked, setAsked] = useState<{ file: File; preview: SpendPreview }>()
  const reading = useMutation({
    mutationFn: sendSpendFile,
    onSuccess: (preview, { file }) => setAsked(preview.needs === null ? undefined : { file, preview }),
  })
  const { error, isPending } = reading
  const going = useOpened<HTMLHeadingElement>({ isBusy: isPending })
  const read = (next: GivenFile) => {
    keptFile.write(next)
    setGiven(next)
    reading.mutate(next)
  }
  // Whoever looks at another screen finds it again, as it would be imported by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the screen comes back.
  useEffect(() => {
    const before = keptFile.read()
    if (before) read({ ...before })
  }, [])
  const take = (file: File | null | undefined) => {
    if (file) {
      going.leave()
      read({ file, answers: {} })
    }
    if (input.current) input.current.value = ''
  }
  // Another file may have been chosen while this one was being imported.
  const clear = (done: GivenFile) => {
    if (keptFile.read() !== done) return
    going.leave()
    keptFile.forget()
    setGiven(null)
    reading.reset()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }
  const data = reading.data ?? (given && asked?.file === given.file ? asked.preview : undefined)
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={going.opener} tabIndex={-1} className="text-lg font-semibold">
        Upload a file
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a pointer's way beside the button within */}
      <div
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className="mt-3 rounded-md border border-dashed border-line-strong px-4 py-5 data-[over=true]:border-accent data-[over=true]:bg-sunken md:px-6"
      >
        <input
          ref={input}
          id={`${id}-file`}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          tabIndex={-1}
          aria-label="File of ad spend"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        {data && given ? (
          data.needs === null ? (
            <Preview
              preview={data}
              onDone={() => clear(given)}
              onAskAnew={() => {
                going.leave()
                read({ file: given.file, answers: { anew: 'yes' } })
              }}
            />
          ) : (
            <FileQuestions
              key={data.needs}
              preview={data}
              isSending={isPending}
              onAnswer={(answers) => {
                going.leave()
                read({ ...given, answers: { ...given.answers, ...answers } })
              }}
            />
          )
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="primary" disabled={isPending} onClick={() => input.current?.click()}>
              <FileUp size={16} aria-hidden="true" />
              {isPending ? 'Reading…' : 'Choose a file'}
            </Button>
            <p className="min-w-0 text-sm text-ink-2">
              <span className="max-md:hidden">or drop it here. </span>A CSV of Meta, Google or TikTok, in any
              language. You see what it would change before anything does.
            </p>
          </div>
        )}
        <Failure of={error} className="mt-3" />
        {error && given && (
          <Button look="quiet" className="mt-1" onClick={() => clear(given)}>
            Choose another
          </Button>
        )}
      </div>
    </section>
  )
}
