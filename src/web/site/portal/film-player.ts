import { mountPlayer, videoSeconds } from '#web/site/training/hosted-player.ts'
import type { VideoSource } from './video-source.ts'

const ORIGIN = 'https://www.youtube-nocookie.com'
const ASK_EVERY = 500
const ENDED = 0

/** What the player tells of itself, as far as it is needed here. */
function told(event: MessageEvent, frame: HTMLIFrameElement): { time?: number; ended: boolean } | undefined {
  if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return undefined
  if (typeof event.data !== 'string') return undefined
  try {
    const { info } = JSON.parse(event.data)
    const time = typeof info?.currentTime === 'number' ? info.currentTime : undefined
    return { time, ended: info?.playerState === ENDED }
  } catch {
    return undefined
  }
}

/**
 * Plays a YouTube video in the host's frame that sets no cookies. The frame tells its time by messages once it is
 * asked to, so no script of the host's runs in this page.
 */
function playYoutube(
  screen: HTMLElement,
  id: string,
  film: { title: string; from: number },
  events: PlayerEvents,
): PlayingFilm {
  const frame = document.createElement('iframe')
  const start = film.from > 0 ? `&start=${Math.floor(film.from)}` : ''
  const page = encodeURIComponent(location.origin)
  frame.src = `${ORIGIN}/embed/${id}?autoplay=1&rel=0&playsinline=1&enablejsapi=1&origin=${page}${start}`
  frame.title = film.title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.allowFullscreen = true
  // Without a referrer the host refuses to play.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  let seconds = film.from
  let asking = 0

  const hear = (event: MessageEvent) => {
    const heard = told(event, frame)
    if (!heard) return
    clearInterval(asking)
    events.ready()
    if (heard.time !== undefined) seconds = heard.time
    if (heard.ended) events.ended()
  }
  addEventListener('message', hear)
  frame.addEventListener('load', () => {
    const ask = () =>
      frame.contentWindow?.postMessage(
        JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
        ORIGIN,
      )
    clearInterval(asking)
    asking = window.setInterval(ask, ASK_EVERY)
    ask()
  })
  screen.replaceChildren(frame)
  return {
    seconds: () => seconds,
    stop() {
      clearInterval(asking)
      removeEventListener('message', hear)
      frame.remove()
    },
  }
}

/** A video that plays. `seconds` is where it is now, `stop` takes it off the screen. */
export type PlayingFilm = { seconds(): number; stop(): void }

/** What a player tells: that it is there, that the video is over, or that it could not be loaded. */
export type PlayerEvents = { ready(): void; ended(): void; failed(error: unknown): void }

function playWistia(screen: HTMLElement, id: string, from: number, events: PlayerEvents): PlayingFilm {
  const place = document.createElement('div')
  screen.replaceChildren(place)
  let player: Awaited<ReturnType<typeof mountPlayer>> | null = null
  mountPlayer(place, id).then((mounted) => {
    if (from > 0) mounted.currentTime = from
    mounted.addEventListener('ended', () => events.ended())
    player = mounted
    events.ready()
  }, events.failed)
  return {
    // Until it is ready it stands where it will start.
    seconds: () => (player ? videoSeconds(player) : from),
    stop: () => place.remove(),
  }
}

/** Loads a video's player into the screen and starts it at a second. Nothing of the host is loaded before this. */
export function playFilm(
  screen: HTMLElement,
  source: VideoSource,
  film: { title: string; from: number },
  events: PlayerEvents,
): PlayingFilm {
  return source.host === 'wistia'
    ? playWistia(screen, source.id, film.from, events)
    : playYoutube(screen, source.id, film, events)
}
