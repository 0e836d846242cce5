/**
 * Gathers keys and hands them on together: at once when it was quiet, else when `pause` milliseconds have
 * passed since the last time. A key that is not ready yet waits for another pause. `stop` forgets what is gathered.
 */
export function gather<Key>(
  pause: number,
  hand: (keys: Set<Key>) => void,
  isReady: (key: Key) => boolean = () => true,
) {
  const keys = new Set<Key>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (keys.size === 0) return
    const ready = new Set([...keys].filter(isReady))
    for (const key of ready) keys.delete(key)
    timer = setTimeout(flush, pause)
    if (ready.size > 0) hand(ready)
  }
  return {
    add(more: Iterable<Key>): void {
      for (const key of more) keys.add(key)
      if (timer === undefined) flush()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      keys.clear()
    },
  }
}
