import { useEffect, useRef } from 'react'
import type { VideoSource } from '#contract/video-source.ts'
import { videoSeconds } from '#web/site/film/playing-video.ts'
import type { PlayerProps } from './player-events.ts'

/** Plays a film of the owner's own in the browser's player, from a second on. */
export function FilmPlayer(props: PlayerProps<Extract<VideoSource, { host: 'film' }>>) {
  const { source, title, from, seconds, on } = props
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    // Where a browser wants a press on the film itself, it stands there with its controls.
    element.current?.play().catch(() => {})
  }, [])
  return (
    // biome-ignore lint/a11y/useMediaCaption: the portal's videos have no captions of their own.
    <video
      ref={element}
      src={source.src}
      controls
      playsInline
      aria-label={title}
      onLoadedMetadata={({ currentTarget: film }) => {
        // Who was through with it begins anew.
        if (from > 0 && from < film.duration - 1) film.currentTime = from
        seconds.current = () => videoSeconds(film)
        on.ready()
      }}
      onEnded={() => on.ended()}
      onError={() => on.failed(new Error('The video could not be played.'))}
    />
  )
}
