import { Image } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { aboutFilm, FilmDialog } from './film-dialog.tsx'
import { FilmDrop, useUpload } from './film-drop.tsx'
import { PosterDialog } from './poster-dialog.tsx'
import { useFilms } from './use-films.ts'

const textAt = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The uploaded film of a video (`path`) with what can be done to it, or the way to upload one. */
export function FilmPlace({ path }: { path: string }) {
  const draft = useDraft()
  const upload = useUpload()
  const { data } = useFilms()
  const [isChoosing, setChoosing] = useState(false)
  const address = textAt(useValue(`${path}.film`).value)
  // Over once another film has taken its place.
  const [replaced, setReplaced] = useState<string>()
  const isReplacing = address !== '' && replaced === address
  const changing = useOpened<HTMLDivElement>()
  const keeping = useOpened()
  const stored = data?.rows.find((film) => film.address === address)
  const isBusy =
    !(upload.step === 'idle' || upload.step === 'done' || upload.step === 'refused') && upload.place === path
  return (
    // biome-ignore lint/a11y/useSemanticElements: what it is called stands in its legend or above it.
    <div
      ref={changing.opener}
      role="group"
      aria-label="Video file"
      tabIndex={-1}
      data-part={`${path}.film`}
      className="space-y-3"
    >
      {address !== '' && (
        <div>
          {/* biome-ignore lint/a11y/useMediaCaption: the page has the captions; here the owner looks whether it is the right film. */}
          <video
            key={address}
            src={address}
            controls
            playsInline
            preload="metadata"
            aria-label="Your video"
            className="aspect-video w-full rounded-md bg-sunken"
          />
          {stored && (
            <p className="mt-1.5 text-xs text-ink-3 tabular-nums">
              <span className="break-words text-ink-2">{stored.name}</span>, {aboutFilm(stored)}
            </p>
          )}
          {stored?.note && <p className="mt-1 text-xs text-warning">{stored.note}</p>}
          {!isReplacing && !isBusy && (
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                ref={keeping.opener}
                onClick={() => {
                  changing.leave()
                  setReplaced(address)
                }}
              >
                Replace it
              </Button>
              <Button
                look="quiet"
                onClick={() => {
                  changing.leave()
                  draft.change(`${path}.film`, '')
                }}
              >
                Remove it
              </Button>
            </div>
          )}
        </div>
      )}
      {(address === '' || isReplacing || isBusy) && (
        <FilmDrop place={path} onLeave={changing.leave} goes={changing.goes} />
      )}
      {(address === '' || isReplacing) && !isBusy && (
        <div className="flex flex-wrap gap-2">
          {data && data.rows.length > 0 && (
            <Button onClick={() => setChoosing(true)}>Use one uploaded before</Button>
          )}
          {isReplacing && (
            <Button
              look="quiet"
              onClick={() => {
                keeping.leave()
                setReplaced(undefined)
              }}
            >
              Keep this one
            </Button>
          )}
        </div>
      )}
      {isChoosing && (
        <FilmDialog
          onChoose={(chosen) => {
            draft.change(`${path}.film`, chosen)
            setReplaced(undefined)
          }}
          onClose={() => {
            changing.leave()
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}

/** The way to a picture out of a film itself. */
export function PictureFromFilm(props: {
  film: string
  children: ReactNode
  onTaken: (address: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Image size={16} aria-hidden="true" /> {props.children}
      </Button>
      {isOpen && <PosterDialog film={props.film} onTaken={props.onTaken} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The film of a video in a list, whose picture may be taken from it. */
export function FilmField({ path, title }: { path: string; title: string }) {
  const draft = useDraft()
  const video = path.replace(/\.film$/, '')
  const { value, problem } = useValue(path)
  const film = textAt(value)
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-1.5 text-sm text-ink-2">{title}</legend>
      <FilmPlace path={video} />
      {problem && <p className="text-xs text-danger">{problem}</p>}
      {film !== '' && (
        <PictureFromFilm film={film} onTaken={(address) => draft.change(`${video}.thumbnail`, address)}>
          Take its picture from the video
        </PictureFromFilm>
      )}
    </fieldset>
  )
}
