import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PlayedFilm } from '#contract/film-source.ts'
import type { PlayingVideo } from '#web/site/film/playing-video.ts'
import { type HostedPlayer, loadPlayer } from './hosted-player.ts'

// A host that answers half of what it is asked never says that the player is ready.
const PATIENCE_MS = 15_000

/** How far the video's start has come. */
type Start = 'poster' | 'loading' | 'mounted' | 'playing' | 'failed'

/** The player of one film, whoever plays it: started by a press, and given up where nothing comes. */
export type Player = {
  start: Start
  /** The film once it plays. */
  playing: PlayingVideo | null
  /** Wistia's element, which the page draws from `mounted` on. */
  element: RefObject<HostedPlayer | null>
  /** The browser's own player, which the page draws from the start where the film is a file. */
  film: RefObject<HTMLVideoElement | null>
  press(): void
  /** The player says that it plays. */
  ready(video: PlayingVideo): void
  /** The player says that it cannot. */
  failed(): void
  /** Goes to a second, and starts the film where it has not been started. */
  goTo(seconds: number): void
}

/** Ends the full screen of a film that goes from the stage: black, it would hide what is said of it and how to go on. */
function leaveFullScreen(film: HTMLVideoElement): void {
  if (document.fullscreenElement === film) document.exitFullscreen().catch(() => {})
  // An iPhone's, which TypeScript does not know.
  else if (Reflect.get(film, 'webkitDisplayingFullscreen'))
    Reflect.get(film, 'webkitExitFullscreen')?.call(film)
}

/** Starts the film when it is pressed; where starting by script is refused, the player's own button is there to press. */
export function usePlayer(kind: PlayedFilm['kind'] | undefined): Player {
  const [start, setStart] = useState<Start>('poster')
  const [playing, setPlaying] = useState<PlayingVideo | null>(null)
  const element = useRef<HostedPlayer>(null)
  const film = useRef<HTMLVideoElement>(null)
  const wanted = useRef<number>(undefined)
  const isStarting = start === 'loading' || start === 'mounted'

  useEffect(() => {
    if (!isStarting) return
    const file = film.current
    let giveUp: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(giveUp)
      giveUp = setTimeout(() => {
        console.warn('The video player was not ready in time.')
        file?.pause()
        setStart('failed')
      }, PATIENCE_MS)
    }
    wait()
    // What a long film begins with takes a slow network minutes, and another press would ask for all of it anew.
    file?.addEventListener('progress', wait)
    return () => {
      clearTimeout(giveUp)
      file?.removeEventListener('progress', wait)
    }
  }, [isStarting])

  useEffect(() => {
    if (start !== 'loading') return
    let isCurrent = true
    loadPlayer().then(
      () => isCurrent && setStart('mounted'),
      (error) => {
        console.warn('The video player did not start.', error)
        if (isCurrent) setStart('failed')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [start])

  const ready = (video: PlayingVideo) => {
    if (wanted.current !== undefined) video.currentTime = wanted.current
    wanted.current = undefined
    setPlaying(video)
    setStart('playing')
  }

  const elementReady = useEffectEvent(ready)
  // Before the element has a chance to say that it is ready.
  useLayoutEffect(() => {
    const player = element.current
    if (start !== 'mounted' || !player) return
    const begin = async () => {
      await Promise.resolve(player.play?.()).catch(() => undefined)
      elementReady(player)
    }
    const onReady = () => void begin()
    player.addEventListener('api-ready', onReady, { once: true })
    return () => player.removeEventListener('api-ready', onReady)
  }, [start])

  function startFilm(): void {
    const video = film.current
    if (!video) return
    setStart('mounted')
    // After a failure the same element takes no new try without it.
    if (start === 'failed') video.load()
    video.play().catch((error: unknown) => {
      console.warn('The video did not start by itself.', error)
      // Refused where a phone saves power, or the press came before the page was alive: then nothing is loaded either, and
      // the player's own button is there to press.
      if (error instanceof DOMException && error.name === 'NotAllowedError') ready(video)
    })
  }

  const press = () => {
    if (isStarting || start === 'playing') return
    if (kind === 'file') startFilm()
    else setStart(kind === 'wistia' ? 'loading' : 'mounted')
  }

  return {
    start,
    playing,
    element,
    film,
    press,
    ready,
    failed() {
      // Where it broke off, it goes on.
      if (film.current && film.current.currentTime > 0) wanted.current = film.current.currentTime
      if (film.current) leaveFullScreen(film.current)
      setStart((before) => (before === 'poster' ? before : 'failed'))
    },
    goTo(seconds) {
      if (playing && start === 'playing') playing.currentTime = seconds
      else {
        wanted.current = seconds
        press()
      }
    },
  }
}
