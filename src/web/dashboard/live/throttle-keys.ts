/**
 * Gathers keys and hands them on together: at once when it was quiet, else when `pause` milliseconds have
 * passed since the last time. `stop` forgets what is gathered.
 */
export function gather<Key>(pause: number, hand: (keys: Set<Key>) => void) {
  let keys = new Set<Key>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (keys.size === 0) return
    const gathered = keys
    keys = new Set()
    timer = setTimeout(flush, pause)
    hand(gathered)
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
