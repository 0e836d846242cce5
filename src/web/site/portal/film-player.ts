import { mountPlayer, videoSeconds } from '#web/site/training/hosted-player.ts'
import type { VideoSource } from './video-source.ts'
import { playYoutube } from './youtube-player.ts'

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
