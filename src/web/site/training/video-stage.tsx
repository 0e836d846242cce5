import { createElement, useLayoutEffect, useRef } from 'react'
import { type PlayedFilm, playedFilm } from '#contract/film-source.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import { FilmElement, PlainFilm } from '#web/site/film/film-element.tsx'
import { HostFrame, hostPage } from '#web/site/film/host-frame.tsx'
import { useFragment } from '#web/site/island/use-fragment.ts'
import { SitePicture } from '#web/site/page/site-picture.tsx'
import { playerPage } from './hosted-player.ts'
import type { Player } from './use-player.ts'

function DrawnPoster({ title }: { title: string }) {
  return (
    <svg className="poster" viewBox="0 0 960 540" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="poster-ground" width="960" height="540" />
      <path className="poster-way" d="M-20 452h250c150 0 100-196 250-196s110-128 240-128h260" />
      <circle className="poster-stop" cx="232" cy="452" r="13" />
      <circle className="poster-stop" cx="480" cy="256" r="13" />
      <circle className="poster-end" cx="744" cy="128" r="20" />
      <text x="48" y="92">
        {title}
      </text>
    </svg>
  )
}

function PlaySign({ label }: { label: string }) {
  return (
    <>
      <span className="unseen">{label}</span>
      <svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true">
        <path d="M11 6.5v19l15-9.5z" />
      </svg>
    </>
  )
}

/** What stands on a locked video in the play sign's place: what unlocks it. */
function UnlockLink({ words }: { words: string }) {
  return (
    <a className="play unlock" href="#access">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M7 10V7.5a5 5 0 0 1 10 0V10h1.5A1.5 1.5 0 0 1 20 11.5v8a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19.5v-8A1.5 1.5 0 0 1 5.5 10zm2.4 0h5.2V7.5a2.6 2.6 0 0 0-5.2 0z" />
      </svg>
      {words}
    </a>
  )
}

/** Where the film is without this page's player: the file itself, or its host's own page. */
function pageOf(film: PlayedFilm): string {
  if (film.kind === 'wistia') return playerPage(film.media)
  return film.kind === 'file' ? (film.files[0]?.src ?? '') : hostPage(film)
}

/** What the press on the play sign does: nothing to see yet, where a link leads there as well. */
function PlayLink(props: { player: Player; film: PlayedFilm; label: string }) {
  const { player, film, label } = props
  const isAlive = useFragment() !== undefined
  const isBusy = player.start === 'loading' || player.start === 'mounted'
  return (
    <a
      className="play"
      href={pageOf(film)}
      role={isAlive ? 'button' : undefined}
      aria-busy={isBusy || undefined}
      data-keep
      onClick={(event) => {
        event.preventDefault()
        player.press()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        player.press()
      }}
    >
      <PlaySign label={label} />
    </a>
  )
}

/** The player of the film, as far as it has come; it stays unseen until it is ready. */
function FilmPlayer({
  film,
  video,
  player,
}: {
  film: PlayedFilm
  video: TrainingContent['video']
  player: Player
}) {
  const { start } = player
  if (film.kind === 'file')
    return (
      <FilmElement
        film={film}
        captions={video.captions}
        element={player.film}
        label={video.label}
        isShown={start === 'playing'}
        onStarted={() => player.film.current && start !== 'playing' && player.ready(player.film.current)}
        onFailed={player.failed}
      />
    )
  if (start !== 'mounted' && start !== 'playing') return null
  if (film.kind === 'wistia')
    return createElement('wistia-player', {
      ref: player.element,
      'media-id': film.media,
      aspect: String(16 / 9),
    })
  return <HostFrame film={film} title={video.label} isReady={start === 'playing'} onReady={player.ready} />
}

/** The film for visitors without scripts: the browser's own player, or the host's frame. */
function PlainPlayer({ film, video }: { film: PlayedFilm; video: TrainingContent['video'] }) {
  return (
    <noscript>
      {film.kind === 'file' ? (
        <PlainFilm film={film} captions={video.captions} label={video.label} />
      ) : (
        <iframe src={pageOf(film)} title={video.label} allow="autoplay; fullscreen" allowFullScreen />
      )}
    </noscript>
  )
}

/**
 * The stage: a poster until it is pressed, then the film, whoever plays it. Without scripts the browser or the host
 * plays it; a locked video opens the lead dialog until this browser has given its details; where the film is switched
 * off the stage says so kindly and asks where to send the news.
 */
export function VideoStage(props: {
  video: TrainingContent['video']
  player: Player
  isLocked: boolean
  /** What opens the dialog on a locked video. */
  unlock: string
}) {
  const { video, player, isLocked, unlock } = props
  const { poster } = video
  const film = playedFilm(video)
  const open = isLocked ? undefined : film
  const screen = useRef<HTMLDivElement>(null)
  const isPlaying = player.start === 'playing'
  // Whoever pressed it by the keyboard stays where the video is.
  useLayoutEffect(() => {
    if (isPlaying) screen.current?.focus({ preventScroll: true })
  }, [isPlaying])
  const hasFailed = player.start === 'failed'
  // Nor is it left in a film that is seen no more.
  useLayoutEffect(() => {
    if (hasFailed && document.activeElement instanceof HTMLVideoElement)
      screen.current?.focus({ preventScroll: true })
  }, [hasFailed])
  const picture = poster.src ? (
    <SitePicture
      className="poster"
      picture={poster}
      width={960}
      height={540}
      sizes="(min-width: 60em) 60em, 100vw"
    />
  ) : (
    <DrawnPoster title={video.posterTitle} />
  )
  return (
    <figure className="stage">
      <div className="screen" ref={screen} tabIndex={-1} data-locked={(film && isLocked) || undefined}>
        {picture}
        {open && <FilmPlayer film={open} video={video} player={player} />}
        {film && isLocked && <UnlockLink words={unlock} />}
        {open && !isPlaying && <PlayLink player={player} film={open} label={video.play} />}
        {open && <PlainPlayer film={open} video={video} />}
      </div>
      {hasFailed && (
        <p className="stage-failed" role="alert">
          {video.failed}
        </p>
      )}
      {!film && (
        <div className="stage-missing">
          <p>
            <strong>{video.missing}</strong> {video.missingText}
          </p>
          <a className="button" href="#access">
            {video.missingAction}
          </a>
        </div>
      )}
      {film && (
        <figcaption className="stage-labels">
          <span>
            {video.label} <span className="stage-length">{video.length}</span>
          </span>
          <span className="stage-access">{video.access}</span>
        </figcaption>
      )}
    </figure>
  )
}
