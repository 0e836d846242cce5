import type { LiveEvents } from '#contract/summary.ts'

/** What the dashboard wants to hear from the stream. */
export type LiveListener = {
  active: (event: LiveEvents['active']) => void
  told: (event: LiveEvents['told']) => void
  changed: (event: LiveEvents['changed']) => void
  /** The stream came up (true) or went down (false). */
  connected: (up: boolean) => void
}

const FIRST_PAUSE = 2_000
const LONGEST_PAUSE = 60_000

/**
 * Listens to `GET /api/live` until the returned function is called. A stream that ends is opened again
 * after a pause that doubles from 2 s to 60 s and starts over once the stream is up.
 */
export function listenLive(
  listener: LiveListener,
  open = (): EventSource => new EventSource('/api/live', { withCredentials: true }),
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = FIRST_PAUSE

  const connect = () => {
    const opened = open()
    source = opened
    opened.addEventListener('open', () => {
      pause = FIRST_PAUSE
      listener.connected(true)
    })
    opened.addEventListener('active', (event) => listener.active(JSON.parse(event.data)))
    opened.addEventListener('told', (event) => listener.told(JSON.parse(event.data)))
    opened.addEventListener('changed', (event) => listener.changed(JSON.parse(event.data)))
    opened.addEventListener('error', () => {
      // The browser's own retry never stops asking a server that refuses; ours slows down.
      opened.close()
      listener.connected(false)
      timer = setTimeout(connect, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    })
  }

  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
