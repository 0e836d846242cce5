import { useEffect, useEffectEvent, useRef } from 'react'
import type { VideoSource } from '#contract/video-source.ts'
import { FilmPlayer } from './film-player.tsx'
import { FramePlayer } from './frame-player.tsx'
import type { PlayerEvents } from './player-events.ts'
import { WistiaPlayer } from './wistia-player.tsx'

const SAVE_EVERY = 5000
const PATIENCE = 8000

/**
 * Plays a video in its player from a second on, takes the focus, and notes where the video is left, also
 * where the page itself is left. Nothing of the host is loaded before this.
 */
export function VideoPlayer(props: { source: VideoSource; title: string; from: number; on: PlayerEvents }) {
  const { source, title, from, on } = props
  const place = useRef<HTMLDivElement>(null)
  const seconds = useRef(() => from)
  const note = useEffectEvent(() => {
    const at = seconds.current()
    // A player that stands at its beginning has not been started, as where the browser wants a press of its own first.
    if (at > 0) on.leftAt(at)
  })
  const isLate = useEffectEvent(() => on.late())

  useEffect(() => {
    const around = place.current
    around?.focus({ preventScroll: true })
    const save = () => note()
    const saveHidden = () => {
      if (document.hidden) note()
    }
    const saving = setInterval(save, SAVE_EVERY)
    let waiting: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(waiting)
      waiting = setTimeout(() => isLate(), PATIENCE)
    }
    wait()
    // What a long film begins with takes a slow network longer; as long as it comes it is not late.
    around?.addEventListener('progress', wait, { capture: true })
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      clearInterval(saving)
      clearTimeout(waiting)
      around?.removeEventListener('progress', wait, { capture: true })
      removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', saveHidden)
      note()
    }
  }, [])

  const told = { title, from, seconds, on }
  return (
    <div className="screen-player" tabIndex={-1} ref={place}>
      {source.host === 'film' ? (
        <FilmPlayer source={source} {...told} />
      ) : source.host === 'wistia' ? (
        <WistiaPlayer source={source} {...told} />
      ) : (
        <FramePlayer source={source} {...told} />
      )}
    </div>
  )
}
