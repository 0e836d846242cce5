import type { DetailedError, Upload } from 'tus-js-client'
import { checkFilm, LARGEST_FILM } from '#contract/film-check.ts'
import { FilmProblem } from '#contract/film-facts.ts'
import { FILM_UPLOADS } from '#contract/films-api.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { isWorthTrying, keepPlace, statusOf, wordsIn } from '#web/dashboard/upload/upload-answers.ts'
import { printOf, secondsLeft, sizeText, type UploadState } from './film-upload-state.ts'
import { keepAwake } from './keep-awake.ts'
import { makeFilm, RETRIES_MS } from './make-film.ts'
import {
  dropUnfinished,
  holdUpload,
  keepUnfinished,
  leftUploads,
  type Unfinished,
} from './unfinished-uploads.ts'

// Passes every proxy that takes a picture, and a phone sends as much within the server's patience.
const PART_BYTES = 8 * 1024 * 1024
// A browser that is online itself is told nothing when the server answers again.
const ASK_AGAIN_MS = 30_000
const PACE_OVER_MS = 20_000

/*
 * One upload at a time, kept here and not on a screen: it goes on while the owner looks at leads. Whoever shows it
 * listens; the page that it was for takes the film when it is done.
 */

let state: UploadState = { step: 'idle' }
let place = ''
let upload: Upload | undefined
let samples: { at: number; sent: number }[] = []
let asking: ReturnType<typeof setTimeout> | undefined
let held: { url: string; letGo: () => void } | undefined
const listeners = new Set<() => void>()

function set(next: UploadState): void {
  state = next
  const isBusy = next.step === 'sending' || next.step === 'waiting' || next.step === 'finishing'
  window.removeEventListener('beforeunload', warn)
  if (isBusy) window.addEventListener('beforeunload', warn)
  keepAwake(isBusy)
  clearTimeout(asking)
  if (next.step === 'waiting') asking = setTimeout(resumeUpload, ASK_AGAIN_MS)
  for (const tell of listeners) tell()
}

// What was sent stays; but whoever leaves has to choose the file once more.
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** How the upload stands now. */
export const uploadNow = (): UploadState => state

/** Calls the listener whenever the upload changes, until the returned function is called. */
export function onUploadChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets go of what the last upload came to. */
export const clearUpload = (): void => set({ step: 'idle' })

/** Says where what the upload is for stands by now; undefined where it is gone, and the film is for nobody. */
export function moveUpload(placeNow: (place: string) => string | undefined): void {
  if (state.step === 'idle' || place === '') return
  place = placeNow(place) ?? ''
  if (place !== state.place) set({ ...state, place })
}

/** Looks at a file, as the server will, and uploads it as the film of a page. */
export async function startUpload(file: File, chosenFor: string): Promise<void> {
  place = chosenFor
  set({ step: 'checking', place, name: file.name })
  const refuse = (words: string) => set({ step: 'refused', place, words })
  if (file.size > LARGEST_FILM)
    return refuse(
      `This video is ${sizeText(file.size)}; the limit is 4 GB. Export it at 1080p and about 5 Mbit/s, and choose that file.`,
    )
  try {
    await checkFilm(
      async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
      file.size,
    )
  } catch (error) {
    return refuse(
      error instanceof FilmProblem
        ? error.message
        : 'This file could not be read. If it is stored in the cloud, download it to this device first.',
    )
  }
  try {
    // Whoever never uploads a film never loads what sends one.
    const { Upload } = await import('tus-js-client')
    send(Upload, file, await printOf(file), await leftUploads())
  } catch (error) {
    refuse(sentenceOf(error))
  }
}

/** Keeps an upload for the next page, and from this browser's other windows. */
function hold(unfinished: Unfinished): void {
  if (held?.url !== unfinished.url) {
    if (held) letGo('forgotten')
    held = { url: unfinished.url, letGo: holdUpload(unfinished.url) }
  }
  keepUnfinished(unfinished)
}

/** Leaves the upload to whichever window chooses its file again, or to none where it is over. */
function letGo(left: 'forgotten' | 'to be taken up'): void {
  if (held && left === 'forgotten') dropUnfinished(held.url)
  held?.letGo()
  held = undefined
}

function send(Uploading: typeof Upload, file: File, print: string, left: Unfinished[]): void {
  const earlier = left.find((one) => one.print === print)
  for (const one of left) if (one !== earlier) void forgetUpload(one.url)
  if (earlier) hold({ ...earlier, place })
  samples = []
  const base = { name: file.name, bytes: file.size }
  const current: Upload = new Uploading(file, {
    endpoint: FILM_UPLOADS,
    ...(earlier && { uploadUrl: earlier.url }),
    chunkSize: PART_BYTES,
    metadata: { filename: file.name },
    retryDelays: RETRIES_MS,
    storeFingerprintForResuming: false,
    onAfterResponse: keepPlace,
    onShouldRetry: (error) => mayStillBeTaken(current, error),
    onUploadUrlAvailable() {
      if (upload === current && current.url)
        hold({ url: current.url, name: file.name, bytes: file.size, print, place })
    },
    onProgress(sent) {
      if (upload !== current || state.step === 'paused') return
      const at = Date.now()
      samples = [...samples.filter((one) => one.at > at - PACE_OVER_MS), { at, sent }]
      const left = secondsLeft(samples, file.size)
      set({ step: 'sending', place, ...base, sent, ...(left !== undefined && { left }) })
    },
    onError(error) {
      if (upload === current) failed(error, base)
    },
    onSuccess() {
      if (upload === current) void finish(current.url ?? '', base)
    },
  })
  upload = current
  set({ step: 'sending', place, ...base, sent: 0 })
  current.start()
}

type Base = { name: string; bytes: number }

// What goes on meets a 409 where its place in the file is another by now; what begins is told no by it.
const mayStillBeTaken = ({ url }: Upload, error: Error | DetailedError): boolean =>
  isWorthTrying(statusOf(error)) && !(statusOf(error) === 409 && !url)

const sentSoFar = () => ('sent' in state ? state.sent : 0)

function failed(error: Error | DetailedError, base: Base): void {
  const status = statusOf(error)
  const words = wordsIn(error)
  if (status === 401) {
    set({ step: 'paused', place, ...base, sent: sentSoFar() })
    return
  }
  if (upload && mayStillBeTaken(upload, error)) {
    // It goes on by itself once somebody answers who has time.
    set({ step: 'waiting', place, ...base, sent: sentSoFar(), waitsFor: status === 0 ? 'network' : 'server' })
    return
  }
  upload = undefined
  letGo('forgotten')
  set({ step: 'refused', place, words: words ?? 'The video could not be uploaded. Try again.' })
}

async function finish(url: string, { name }: Base): Promise<void> {
  set({ step: 'finishing', place, name })
  try {
    const film = await makeFilm(url)
    letGo('forgotten')
    set({ step: 'done', place, film })
  } catch (error) {
    const isOver = error instanceof CallFailed && error.status < 500 && error.status !== 401
    letGo(isOver ? 'forgotten' : 'to be taken up')
    set({
      step: 'refused',
      place,
      words: (error instanceof CallFailed && error.fields.film) || sentenceOf(error),
    })
  } finally {
    upload = undefined
  }
}

/** Stops sending until it is told to go on; what was sent stays. */
export function pauseUpload(): void {
  if (state.step !== 'sending' && state.step !== 'waiting') return
  set({ ...state, step: 'paused' })
  void upload?.abort()
}

/** Goes on with an upload that was paused or lost its connection. */
export function resumeUpload(): void {
  if (state.step !== 'paused' && state.step !== 'waiting') return
  samples = []
  set({ ...state, step: 'sending' })
  upload?.start()
}

/** Gives an upload up; the server forgets what it has of it. */
export async function cancelUpload(): Promise<void> {
  const url = upload?.url
  const current = upload
  upload = undefined
  letGo('forgotten')
  set({ step: 'idle' })
  await current?.abort()
  if (url) await forgetUpload(url)
}

/** Has the server forget an unfinished upload; where it cannot be reached, it forgets it by itself in three days. */
export async function forgetUpload(url: string): Promise<void> {
  dropUnfinished(url)
  try {
    await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' }, credentials: 'include' })
  } catch {
    // Its own time limit takes care of it.
  }
}

window.addEventListener('online', () => {
  if (state.step === 'waiting') resumeUpload()
})
