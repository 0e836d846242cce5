import { Image } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { sampleFilm } from '#contract/film-address.ts'
import type { FilmSource } from '#contract/film-source.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { choiceLabel } from '#web/dashboard/site/fields/choice-label.ts'
import { ContentField } from '#web/dashboard/site/fields/content-field.tsx'
import type { ContentNode, GroupNode } from '#web/dashboard/site/fields/field-node.ts'
import { fieldId } from '#web/dashboard/site/fields/jump-to-field.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { CaptionsField } from './captions-field.tsx'
import { aboutFilm, FilmDialog } from './film-dialog.tsx'
import { FilmDrop, useUpload } from './film-drop.tsx'
import { clearUpload } from './film-upload.ts'
import { PosterDialog } from './poster-dialog.tsx'
import { useFilms, useReadFilmsAgain } from './use-films.ts'

const choices: { source: Exclude<FilmSource, 'auto'>; note: string }[] = [
  { source: 'film', note: 'Uploaded here; nothing else is needed.' },
  { source: 'youtube', note: 'By its address.' },
  { source: 'vimeo', note: 'By its address.' },
  { source: 'wistia', note: 'By its media id.' },
  { source: 'sample', note: '15 minutes that say it is a sample.' },
  { source: 'off', note: 'The page says that it starts soon.' },
]

const HANDLED = new Set(['source', 'film', 'wistiaId', 'youtube', 'vimeo', 'captions', 'chapters'])

const textAt = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Where the video comes from; what is chosen opens what it needs. */
function SourceChoice({ path, chosen }: { path: string; chosen: FilmSource }) {
  const draft = useDraft()
  const group = useId()
  return (
    <fieldset className="min-w-0" data-part={`${path}.source`}>
      <legend className="mb-1.5 text-sm text-ink-2">What plays on this page</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map(({ source, note }, at) => (
          <label
            key={source}
            className={`flex min-h-11 cursor-pointer gap-2 rounded-sm border px-3 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-[var(--color-focus)] ${chosen === source ? 'border-accent' : 'border-line-strong'}`}
          >
            <input
              type="radio"
              name={group}
              id={at === 0 ? fieldId(`${path}.source`) : undefined}
              checked={chosen === source}
              onChange={() => draft.change(`${path}.source`, source)}
              className="mt-0.5 size-4 shrink-0 accent-[var(--color-accent)] focus-visible:outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{choiceLabel(source)}</span>
              <span className="block text-xs text-ink-2">{note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The uploaded film of a page with what can be done to it, or the way to upload one. */
function FilmPlace({ path }: { path: string }) {
  const draft = useDraft()
  const upload = useUpload()
  const { data } = useFilms()
  const readAgain = useReadFilmsAgain()
  const [isChoosing, setChoosing] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const address = textAt(useValue(`${path}.film`).value)
  const stored = data?.find((film) => film.address === address)
  const finished = upload.step === 'done' && upload.place === path ? upload.film : undefined
  useEffect(() => {
    if (!finished) return
    draft.change(`${path}.film`, finished.address)
    clearUpload()
    setReplacing(false)
    readAgain()
  }, [finished, draft, path, readAgain])
  const isBusy =
    !(upload.step === 'idle' || upload.step === 'done' || upload.step === 'refused') && upload.place === path
  return (
    <div data-part={`${path}.film`} className="space-y-3">
      {address !== '' && (
        <div>
          {/* biome-ignore lint/a11y/useMediaCaption: the page has the captions; here the owner looks whether it is the right film. */}
          <video
            key={address}
            src={address}
            controls
            playsInline
            preload="metadata"
            aria-label="Your film"
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
              <Button onClick={() => setReplacing(true)}>Replace it</Button>
              <Button look="quiet" onClick={() => draft.change(`${path}.film`, '')}>
                Remove it
              </Button>
            </div>
          )}
        </div>
      )}
      {(address === '' || isReplacing || isBusy) && <FilmDrop place={path} />}
      {(address === '' || isReplacing) && !isBusy && (
        <div className="flex flex-wrap gap-2">
          {data && data.length > 0 && (
            <Button onClick={() => setChoosing(true)}>Use one uploaded before</Button>
          )}
          {isReplacing && (
            <Button look="quiet" onClick={() => setReplacing(false)}>
              Keep this one
            </Button>
          )}
        </div>
      )}
      {isChoosing && (
        <FilmDialog
          onChoose={(chosen) => {
            draft.change(`${path}.film`, chosen)
            setReplacing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The way to a poster out of the film itself. */
function PosterFromFilm({ path, film }: { path: string; film: string }) {
  const draft = useDraft()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Image size={16} aria-hidden="true" /> Take the poster from the film
      </Button>
      {isOpen && (
        <PosterDialog
          film={film}
          onTaken={(address) => {
            draft.change(`${path}.poster.src`, address)
            // Words of an earlier picture would tell of what is no longer there.
            draft.change(`${path}.poster.alt`, 'A moment of the film')
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/**
 * The video of a page: what plays there, with what that needs, its poster, captions and chapters, and then its words,
 * which `children` draws.
 */
export function VideoFields(props: {
  node: GroupNode
  path: string
  children: (nodes: ContentNode[]) => ReactNode
}) {
  const { node, path, children } = props
  const source = useValue(`${path}.source`).value
  const wistiaId = textAt(useValue(`${path}.wistiaId`).value)
  const film = textAt(useValue(`${path}.film`).value)
  const given: Partial<Record<string, string>> = {
    film,
    wistia: wistiaId,
    youtube: textAt(useValue(`${path}.youtube`).value),
    vimeo: textAt(useValue(`${path}.vimeo`).value),
  }
  const chosen = (source === 'auto' ? (wistiaId ? 'wistia' : 'sample') : source) as FilmSource
  const fieldOf = (key: string) => {
    const field = node.nodes.find((one) => one.key === key)
    return field?.kind === 'field' && <ContentField path={`${path}.${key}`} node={field} />
  }
  return (
    <div data-part={path} className="space-y-5">
      <SourceChoice path={path} chosen={chosen} />
      {chosen === 'film' && <FilmPlace path={path} />}
      {chosen === 'youtube' && fieldOf('youtube')}
      {chosen === 'vimeo' && fieldOf('vimeo')}
      {chosen === 'wistia' && fieldOf('wistiaId')}
      {given[chosen] === '' && (
        <p className="text-xs text-ink-3">Until it is there, the sample film plays.</p>
      )}
      {chosen === 'sample' && (
        <p className="text-sm text-ink-2">
          The sample says what belongs in its place, minute by minute.{' '}
          <a
            href={sampleFilm.mp4}
            target="_blank"
            rel="noreferrer"
            className="text-accent-ink underline underline-offset-2"
          >
            Watch it
          </a>
        </p>
      )}
      {chosen === 'film' && film !== '' && (
        <>
          <PosterFromFilm path={path} film={film} />
          <CaptionsField path={`${path}.captions`} />
        </>
      )}
      {chosen !== 'off' && fieldOf('chapters')}
      {children(node.nodes.filter(({ key }) => !HANDLED.has(key)))}
    </div>
  )
}

/** Whether a group of fields is the video of a page. */
export const isVideoGroup = ({ nodes }: GroupNode): boolean =>
  nodes.some((node) => node.kind === 'field' && node.format === 'film')
