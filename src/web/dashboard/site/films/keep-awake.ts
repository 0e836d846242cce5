type Lock = Promise<WakeLockSentinel | undefined>

let asked: Lock | undefined

async function ask(onGone: () => void): Lock {
  try {
    const lock = await navigator.wakeLock?.request('screen')
    // A browser takes it back where its window goes out of sight, and does not give it again by itself.
    lock?.addEventListener('release', onGone)
    return lock
  } catch {
    // Not allowed while the battery is low; it is a comfort and no more.
    onGone()
    return undefined
  }
}

/**
 * Keeps the screen on as long as it is said again and again that this `isWanted`: a phone that falls asleep stops sending.
 * It is asked for once at a time, so that nothing keeps it on afterwards.
 */
export function keepAwake(isWanted: boolean): void {
  if (!isWanted) {
    void asked?.then((lock) => lock?.release())
    asked = undefined
    return
  }
  if (asked) return
  let own: Lock | undefined
  own = ask(() => {
    if (asked === own) asked = undefined
  })
  asked = own
}
