import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type HostedPlayer, loadPlayer } from './hosted-player.ts'

// A host that answers half of what it is asked never says that the player is ready.
const PATIENCE_MS = 15_000

/** How far the video's start has come. */
type Start = 'poster' | 'loading' | 'mounted' | 'playing' | 'failed'

/** The hosted player of one video: started by a press, and given up where the host does not answer. */
export type Player = {
  start: Start
  /** The player's element once it plays. */
  playing: HostedPlayer | null
  /** The element that the page draws from `mounted` on. */
  element: RefObject<HostedPlayer | null>
  press(): void
}

/** Starts the player when it is pressed; where starting by script is refused, its own button is there to press. */
export function usePlayer(): Player {
  const [start, setStart] = useState<Start>('poster')
  const [playing, setPlaying] = useState<HostedPlayer | null>(null)
  const element = useRef<HostedPlayer>(null)
  const isStarting = start === 'loading' || start === 'mounted'

  useEffect(() => {
    if (!isStarting) return
    const giveUp = setTimeout(() => {
      console.warn('The video player was not ready in time.')
      setStart('failed')
    }, PATIENCE_MS)
    return () => clearTimeout(giveUp)
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

  // Before the element has a chance to say that it is ready.
  useLayoutEffect(() => {
    const player = element.current
    if (start !== 'mounted' || !player) return
    const ready = async () => {
      await Promise.resolve(player.play?.()).catch(() => undefined)
      setPlaying(player)
      setStart('playing')
    }
    const onReady = () => void ready()
    player.addEventListener('api-ready', onReady, { once: true })
    return () => player.removeEventListener('api-ready', onReady)
  }, [start])

  return {
    start,
    playing,
    element,
    press() {
      if (!isStarting && start !== 'playing') setStart('loading')
    },
  }
}
