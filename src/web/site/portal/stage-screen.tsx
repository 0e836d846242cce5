import { type RefObject, useLayoutEffect, useRef } from 'react'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import { addressOf, type VideoSource } from '#contract/video-source.ts'
import type { Portal } from './use-portal.ts'
import type { PlacedVideo } from './video-list.ts'
import { VideoPicture } from './video-picture.tsx'
import { VideoPlayer } from './video-player.tsx'
import { whenPlain } from './when-plain.ts'

function PlayLink(props: {
  source: VideoSource
  words: string
  isBusy: boolean
  element: RefObject<HTMLAnchorElement | null>
  onPlay: () => void
}) {
  return (
    <a
      ref={props.element}
      className="play"
      data-keep
      href={addressOf(props.source)}
      target="_blank"
      rel="noopener"
      aria-busy={props.isBusy || undefined}
      onClick={whenPlain(props.onPlay)}
    >
      <span className="unseen">{props.words}</span>
      <span className="play-sign">
        <svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true">
          <path d="M11 6.5v19l15-9.5z" />
        </svg>
      </span>
    </a>
  )
}

/** The screen of a stage: the video's picture with the way to play it, and the player once it is asked for. */
export function StageScreen(props: {
  video: PlacedVideo
  words: PortalWords['player']
  portal: Portal
  isOpen: boolean
}) {
  const { video, words, portal, isOpen } = props
  const { content, source, key } = video
  const { dispatch, notes, state } = portal
  const player = isOpen ? state.player : 'off'
  // A host's frame and the browser's player cover the picture at once; the hosted player stays unseen until it is ready.
  const isCovered = player === 'on' || (player === 'starting' && source?.host !== 'wistia')
  const playLink = useRef<HTMLAnchorElement>(null)
  const hasFailed = isOpen && player === 'off' && state.hasTrouble
  // A player that fails goes, and the focus with it.
  useLayoutEffect(() => {
    if (hasFailed && document.activeElement === document.body)
      playLink.current?.focus({ preventScroll: true })
  }, [hasFailed])
  return (
    <div className="screen">
      <div className="screen-picture">
        <VideoPicture video={content} sizes="(min-width: 64rem) 48rem, 100vw" isLazy={!isOpen} />
      </div>
      {source && !isCovered && (
        <PlayLink
          source={source}
          words={fillPlaceholders(words.play, { title: content.title })}
          isBusy={player === 'starting'}
          element={playLink}
          onPlay={() => portal.play(video)}
        />
      )}
      {!source && (
        <div className="screen-missing">
          <p>{words.missing}</p>
          <p>{words.missingText}</p>
        </div>
      )}
      {source && player !== 'off' && (
        <VideoPlayer
          key={key}
          source={source}
          title={content.title}
          from={state.from}
          on={{
            ready: () => dispatch({ type: 'player was ready' }),
            late: () => dispatch({ type: 'player was late' }),
            ended: () => notes.isThrough(key),
            leftAt: (seconds) => notes.leavesAt(key, seconds),
            failed(error) {
              console.warn('The video player did not start.', error)
              dispatch({ type: 'player failed' })
            },
          }}
        />
      )}
    </div>
  )
}
