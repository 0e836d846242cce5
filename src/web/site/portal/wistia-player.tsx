import { useEffect, useEffectEvent, useRef } from 'react'
import { videoSeconds } from '#web/site/film/playing-video.ts'
import { mountPlayer } from '#web/site/training/hosted-player.ts'
import type { PlayerProps } from './player-events.ts'

/** Plays a video in the hosted player. Until it is ready it stands where it will start. */
export function WistiaPlayer({ source: { id }, from, seconds, on }: PlayerProps) {
  const place = useRef<HTMLDivElement>(null)
  const ended = useEffectEvent(() => on.ended())
  const ready = useEffectEvent(() => on.ready())
  const failed = useEffectEvent((error: unknown) => on.failed(error))

  useEffect(() => {
    if (!place.current) return
    let isGone = false
    mountPlayer(place.current, id).then(
      (player) => {
        if (isGone) return
        if (from > 0) player.currentTime = from
        player.addEventListener('ended', () => ended())
        seconds.current = () => videoSeconds(player)
        ready()
      },
      (error) => {
        if (!isGone) failed(error)
      },
    )
    return () => {
      isGone = true
    }
  }, [id, from, seconds])
  return <div ref={place} />
}
