import type { RefObject } from 'react'
import { languageName } from '#contract/film-captions.ts'
import type { PlayedFilm } from '#contract/film-source.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'

/** A film that the browser's own player plays. */
export type FilmFile = Extract<PlayedFilm, { kind: 'file' }>

type Sources = { film: FilmFile; captions: TrainingContent['video']['captions']; onError?: () => void }

function FilmSources({ film, captions, onError }: Sources) {
  const last = film.files.length - 1
  return (
    <>
      {film.files.map(({ src, type }, index) => (
        // The browser takes the first that it can play; only after the last is there none.
        <source key={src} src={src} type={type} onError={index === last ? onError : undefined} />
      ))}
      {captions.map(
        ({ language, src }) =>
          src && (
            <track key={src} kind="captions" src={src} srcLang={language} label={languageName(language)} />
          ),
      )}
    </>
  )
}

/** The browser's own player, for visitors without scripts. */
export function PlainFilm({ film, captions, label }: Sources & { label: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are the owner's to upload.
    <video controls playsInline preload="metadata" aria-label={label}>
      <FilmSources film={film} captions={captions} />
    </video>
  )
}

/**
 * The film in the browser's own player. It is there before it is pressed, unseen and without a byte of it loaded, so
 * that a press can start it at once: phones start a film from within a press alone.
 */
export function FilmElement(
  props: Sources & {
    element: RefObject<HTMLVideoElement | null>
    label: string
    isShown: boolean
    onStarted: () => void
    onFailed: () => void
  },
) {
  const { film, captions, element, label, isShown, onStarted, onFailed } = props
  return (
    // biome-ignore lint/a11y/useMediaCaption: captions are the owner's to upload.
    <video
      ref={element}
      className="film"
      data-shown={isShown || undefined}
      controls={isShown}
      playsInline
      preload="none"
      aria-label={label}
      onLoadedData={onStarted}
      onError={onFailed}
    >
      <FilmSources film={film} captions={captions} onError={onFailed} />
    </video>
  )
}
