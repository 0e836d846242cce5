import { useEffect, useEffectEvent, useRef } from 'react'
import { readYoutubeMessage, YOUTUBE_ORIGIN, youtubeAsks } from '#web/site/film/youtube-message.ts'
import type { HostProps } from './player-events.ts'

const ASK_EVERY = 500

function frameAddress({ id, from }: Pick<HostProps, 'id' | 'from'>): string {
  const start = from > 0 ? `&start=${Math.floor(from)}` : ''
  const page = encodeURIComponent(location.origin)
  return `${YOUTUBE_ORIGIN}/embed/${id}?autoplay=1&rel=0&playsinline=1&enablejsapi=1&origin=${page}${start}`
}

/**
 * Plays a YouTube video in the host's frame that sets no cookies. The frame tells its time by messages once it is
 * asked to, so no script of the host's runs in this page.
 */
export function YoutubePlayer({ id, title, from, seconds, on }: HostProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const asking = useRef<ReturnType<typeof setInterval>>(undefined)

  const hear = useEffectEvent((event: MessageEvent) => {
    const told = event.source === frame.current?.contentWindow ? readYoutubeMessage(event) : undefined
    if (!told) return
    clearInterval(asking.current)
    on.ready()
    const { time } = told
    if (time !== undefined) seconds.current = () => time
    if (told.hasEnded) on.ended()
  })
  useEffect(() => {
    const heard = (event: MessageEvent) => hear(event)
    addEventListener('message', heard)
    return () => {
      clearInterval(asking.current)
      removeEventListener('message', heard)
    }
  }, [])

  const ask = () => frame.current?.contentWindow?.postMessage(youtubeAsks, YOUTUBE_ORIGIN)
  return (
    <iframe
      ref={frame}
      src={frameAddress({ id, from })}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      // Without a referrer the host refuses to play.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => {
        clearInterval(asking.current)
        asking.current = setInterval(ask, ASK_EVERY)
        ask()
      }}
    />
  )
}
