import { useEffect, useEffectEvent, useRef } from 'react'
import type { PlayedFilm } from '#contract/film-source.ts'
import type { PlayingVideo } from './playing-video.ts'
import { readVimeoMessage, VIMEO_ORIGIN, vimeoAsks, vimeoSeek } from './vimeo-message.ts'
import { readYoutubeMessage, YOUTUBE_ORIGIN, youtubeAsks, youtubeSeek } from './youtube-message.ts'

/** A film that its host plays in a frame. */
export type FramedFilm = Extract<PlayedFilm, { kind: 'youtube' | 'vimeo' }>

const ASK_EVERY_MS = 500

const hosts = {
  youtube: {
    origin: YOUTUBE_ORIGIN,
    asks: [youtubeAsks] as unknown[],
    read: readYoutubeMessage,
    seek: youtubeSeek as (seconds: number) => unknown,
  },
  vimeo: { origin: VIMEO_ORIGIN, asks: vimeoAsks as unknown[], read: readVimeoMessage, seek: vimeoSeek },
}

/** The host's own page with the film: for its frame, for a new tab, and for browsers without scripts. */
export function hostPage(film: FramedFilm, more: Record<string, string> = {}): string {
  const isVimeo = film.kind === 'vimeo'
  const address = new URL(
    isVimeo ? `${VIMEO_ORIGIN}/video/${film.media}` : `${YOUTUBE_ORIGIN}/embed/${film.media}`,
  )
  const own = isVimeo ? { dnt: '1', ...(film.hash && { h: film.hash }) } : { rel: '0' }
  for (const [key, value] of Object.entries({ ...own, ...more })) address.searchParams.set(key, value)
  return address.href
}

/**
 * Plays a film in its host's frame, from a second on. The frame tells its time by messages once it is asked to, so no
 * script of the host's runs in this page; the film counts as ready with its first word.
 */
export function HostFrame(props: {
  film: FramedFilm
  title: string
  from?: number
  isReady: boolean
  onReady: (video: PlayingVideo) => void
  onEnded?: () => void
}) {
  const { film, title, from = 0, isReady, onReady, onEnded } = props
  const { origin, asks, read, seek } = hosts[film.kind]
  const frame = useRef<HTMLIFrameElement>(null)
  const asking = useRef<ReturnType<typeof setInterval>>(undefined)
  const told = useRef<{ time?: number; duration?: number }>({})

  const send = (message: unknown) => frame.current?.contentWindow?.postMessage(message, origin)
  const hear = useEffectEvent((event: MessageEvent) => {
    const news = event.source === frame.current?.contentWindow ? read(event) : undefined
    if (!news) return
    clearInterval(asking.current)
    const { hasEnded, ...playing } = news
    told.current = { ...told.current, ...playing }
    if (hasEnded) onEnded?.()
    if (isReady) return
    onReady({
      get currentTime() {
        return told.current.time
      },
      set currentTime(seconds) {
        if (seconds !== undefined) send(seek(seconds))
      },
      get duration() {
        return told.current.duration
      },
    })
  })
  useEffect(() => {
    const heard = (event: MessageEvent) => hear(event)
    addEventListener('message', heard)
    return () => {
      clearInterval(asking.current)
      removeEventListener('message', heard)
    }
  }, [])
  const ask = () => asks.forEach(send)
  const second = String(Math.floor(from))
  const start: Record<string, string> =
    film.kind === 'youtube'
      ? { enablejsapi: '1', origin: location.origin, ...(from > 0 && { start: second }) }
      : {}
  const place = film.kind === 'vimeo' && from > 0 ? `#t=${second}s` : ''
  return (
    <iframe
      ref={frame}
      src={hostPage(film, { autoplay: '1', playsinline: '1', ...start }) + place}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      // Without a referrer YouTube refuses to play.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => {
        clearInterval(asking.current)
        asking.current = setInterval(ask, ASK_EVERY_MS)
        ask()
      }}
    />
  )
}
