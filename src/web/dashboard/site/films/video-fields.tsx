import { type ReactNode, useId } from 'react'
import { sampleFilm } from '#contract/film-address.ts'
import type { FilmSource } from '#contract/film-source.ts'
import { useDraft, useValue } from '#web/dashboard/site/draft/draft-context.tsx'
import { choiceLabel } from '#web/dashboard/site/fields/choice-label.ts'
import { ContentField } from '#web/dashboard/site/fields/content-field.tsx'
import type { ContentNode, GroupNode } from '#web/dashboard/site/fields/field-node.ts'
import { fieldId } from '#web/dashboard/site/fields/jump-to-field.ts'
import { CaptionsField } from './captions-field.tsx'
import { FilmPlace, PictureFromFilm } from './film-place.tsx'

const choices: { source: Exclude<FilmSource, 'auto'>; note: string }[] = [
  { source: 'film', note: 'Uploaded here; nothing else is needed.' },
  { source: 'youtube', note: 'Paste its link.' },
  { source: 'vimeo', note: 'Paste its link.' },
  { source: 'wistia', note: 'Paste its media id.' },
  { source: 'sample', note: 'A 15-minute video that says it is a sample.' },
  { source: 'off', note: 'The page says that the training starts soon.' },
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
  const draft = useDraft()
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
        <p className="text-xs text-ink-3">Until it is there, the sample video plays.</p>
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
          <PictureFromFilm
            film={film}
            onTaken={(address) => {
              draft.change(`${path}.poster.src`, address)
              // Words of an earlier picture would tell of what is no longer there.
              draft.change(`${path}.poster.alt`, 'A moment from the video')
            }}
          >
            Take the poster from the video
          </PictureFromFilm>
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
  nodes.some(({ key }) => key === 'source') &&
  nodes.some((node) => node.kind === 'field' && node.format === 'film')
