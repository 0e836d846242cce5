import { Film, Pause, Play, TriangleAlert, X } from 'lucide-react'
import { type RefCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { FileDrop } from '#web/dashboard/site/fields/file-drop.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Question } from '#web/dashboard/ui/question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import {
  cancelUpload,
  clearUpload,
  forgetUpload,
  onUploadChange,
  pauseUpload,
  resumeUpload,
  startUpload,
  uploadNow,
} from './film-upload.ts'
import { leftText, sizeText, type UploadState } from './film-upload-state.ts'
import { type Unfinished, whenLeft } from './unfinished-uploads.ts'

/** How the upload stands, kept current. */
export const useUpload = (): UploadState => useSyncExternalStore(onUploadChange, uploadNow)

type Moving = Extract<UploadState, { sent: number }>

type ProgressProps = { upload: Moving; onLeave: () => void; goes: RefCallback<HTMLElement> }

function Progress({ upload, onLeave, goes }: ProgressProps) {
  const { step, place, name, sent, bytes, left } = upload
  const share = bytes > 0 ? sent / bytes : 0
  const question = useAsking()
  const percent = `${Math.floor(share * 100)}%`
  const words = {
    sending: `${sizeText(sent)} of ${sizeText(bytes)}${left === undefined ? '' : `, ${leftText(left)}`}`,
    waiting:
      upload.waitsFor === 'server'
        ? 'The server is busy. It continues automatically.'
        : 'No connection. It continues automatically once there is one.',
    paused:
      'Paused. What has arrived is kept for three days. Where other videos need its place, for three hours.',
  }
  return (
    <div ref={goes} className="rounded-md border border-line-strong bg-surface px-4 py-3">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="shrink-0 text-ink-2 tabular-nums">{percent}</span>
      </p>
      <progress
        value={share}
        max={1}
        aria-label={`Sending ${name}`}
        className="progress mt-2 block h-1.5 w-full"
      />
      <p
        className={`mt-2 min-h-5 text-xs tabular-nums ${step === 'waiting' ? 'text-warning' : 'text-ink-3'}`}
      >
        {words[step]}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {step === 'sending' ? (
          <Button onClick={pauseUpload}>
            <Pause size={14} aria-hidden="true" /> Pause
          </Button>
        ) : (
          <Button look="primary" onClick={resumeUpload}>
            <Play size={14} aria-hidden="true" /> Resume
          </Button>
        )}
        {!question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            <X size={14} aria-hidden="true" /> Cancel…
          </Button>
        )}
      </div>
      {question.asking && (
        <div className="mt-3">
          <Question
            question={question}
            yes="Cancel the upload"
            happening="Cancelling…"
            isHappening={false}
            no="Keep it"
            onYes={() => {
              onLeave()
              void cancelUpload()
            }}
          >
            {`What has arrived of it (${sizeText(sent)} of ${sizeText(bytes)}) is deleted. Sent again, it begins from the start.`}
          </Question>
        </div>
      )}
      {place === '' && (
        <p className="mt-1 text-xs text-ink-3">
          The entry it was chosen for was removed. Once it has arrived, you can choose it here.
        </p>
      )}
      {step === 'sending' && (
        <p className="mt-1 text-xs text-ink-3">
          Keep this page open. You can keep working elsewhere in the dashboard.
        </p>
      )}
    </div>
  )
}

/** The uploads that closed pages left behind: a browser may not open a file again by itself. */
function LeftBehind({ onLeave }: Pick<FilmDropProps, 'onLeave'>) {
  const [left, setLeft] = useState<Unfinished[]>([])
  useEffect(() => {
    const stopping = new AbortController()
    whenLeft((found) => {
      setLeft((before) => [...before.filter(({ url }) => url !== found.url), found])
    }, stopping.signal)
    return () => stopping.abort()
  }, [])
  return left.map(({ url, name }) => (
    <Interrupted
      key={url}
      name={name}
      onDiscard={() => {
        onLeave()
        void forgetUpload(url)
        setLeft((before) => before.filter((one) => one.url !== url))
      }}
    />
  ))
}

function Interrupted({ name, onDiscard }: { name: string; onDiscard(): void }) {
  const question = useAsking()
  return (
    <div className="mb-3 rounded-md bg-warning-soft px-3 py-3 text-sm">
      <p>
        The upload of <span className="font-medium break-words">{name}</span> was interrupted. Choose the same
        file again, and it continues where it stopped.
      </p>
      {question.asking ? (
        <div className="mt-2">
          <Question
            question={question}
            yes="Discard it"
            happening="Discarding…"
            isHappening={false}
            no="Keep it"
            onYes={onDiscard}
          >
            What has arrived of it is deleted. Sent again, it begins from the start.
          </Question>
        </div>
      ) : (
        <Button ref={question.ask} look="quiet" className="mt-1 -ml-3" onClick={question.raise}>
          Discard it…
        </Button>
      )}
    </div>
  )
}

type FilmDropProps = {
  /** The page of the video. */
  place: string
  /** What has the focus goes. */
  onLeave: () => void
  /** The `ref` of what goes by itself, perhaps with the focus. */
  goes: RefCallback<HTMLElement>
}

/** Takes a film from the camera roll, a folder or by drag and drop, and shows how it arrives. */
export function FilmDrop({ place, onLeave, goes }: FilmDropProps) {
  const upload = useUpload()
  // What is for nobody any more can be paused and given up wherever a video can be chosen.
  const isElsewhere = upload.step !== 'idle' && upload.place !== '' && upload.place !== place
  if (isElsewhere && upload.step !== 'done' && upload.step !== 'refused')
    return (
      <p className="rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">
        A video for another page is uploading. Once it has arrived, you can choose it here, too.
      </p>
    )
  if (upload.step === 'sending' || upload.step === 'waiting' || upload.step === 'paused')
    return <Progress upload={upload} onLeave={onLeave} goes={goes} />
  if (upload.step === 'checking' || upload.step === 'finishing')
    return (
      <div className="rounded-md border border-line-strong bg-surface px-4 py-3">
        <p className="truncate text-sm font-medium">{upload.name}</p>
        <p role="status" className="mt-1 text-xs text-ink-3">
          {upload.step === 'checking' ? 'Checking the file…' : 'It has arrived. Getting it ready to play…'}
        </p>
      </div>
    )
  const refusal = upload.step === 'refused' && upload.place === place ? upload.words : undefined
  const take = (file: File) => {
    onLeave()
    clearUpload()
    void startUpload(file, place)
  }
  return (
    <div>
      <LeftBehind onLeave={onLeave} />
      {refusal && (
        <p role="alert" className="mb-3 flex items-start gap-2 rounded-md bg-warning-soft px-3 py-3 text-sm">
          <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
          {refusal}
        </p>
      )}
      <FileDrop
        icon={Film}
        title={refusal ? 'Choose another file' : 'Choose your video'}
        accept="video/*,.mp4,.m4v,.mov,.webm"
        onFile={take}
      >
        . MP4 (H.264) plays everywhere; MOV and WebM work, too. At most 4 GB.
      </FileDrop>
    </div>
  )
}
