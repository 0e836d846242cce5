import { post } from '#web/site/browser/call.ts'
import { timeNow } from '#web/site/browser/load-time.ts'
import { retryPause } from '#web/site/browser/retry-pause.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'
import type { PlayingVideo } from '#web/site/film/playing-video.ts'
import type { WatchMarks } from './watch-marks.ts'
import { watchedSteps } from './watched-steps.ts'

// Half a minute of video a call.
const BATCH = 6

/** A report of what is watched: told the player's time at each poll, until it is stopped. */
export type WatchReport = { saw(player: PlayingVideo, seconds: number): void; stop(): void }

/**
 * Reports the unique seconds of a video that are really watched, in small batches and once more when the page
 * closes; the server keeps them with the visitor until it is a lead, and answers for what `marks` has to wait.
 */
export function reportWatching(mediaId: string, marks: Pick<WatchMarks, 'wait'>): WatchReport {
  const watched = watchedSteps()
  let askedAt = timeNow()
  let position = 0
  let duration: number | undefined
  let failures = 0
  let quietUntil = 0

  function failed(steps: number[], retryAfter: string | null): void {
    watched.giveBack(steps)
    failures += 1
    quietUntil = timeNow() + retryPause(failures, retryAfter)
  }

  async function send(atLeast: number): Promise<void> {
    const steps = watched.take(atLeast)
    if (steps.length === 0) return
    const body = { media: mediaId, steps, position: Math.floor(position), duration, ...visitLeave() }
    try {
      // On a slow network a batch may still be on its way as the page is left.
      const answer = await post('/api/visitors/watch-progress', body, { keepalive: true })
      if (!answer.ok) {
        failed(steps, answer.headers.get('retry-after'))
        return
      }
      failures = 0
      marks.wait((await answer.json()).seconds)
    } catch {
      // Offline, or the page is closing: the next batch takes them along.
      failed(steps, null)
    }
  }

  const leave = () => void send(1)
  addEventListener('pagehide', leave)
  // An app's browser that is swiped away tells this much and no more.
  const hide = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  document.addEventListener('visibilitychange', hide)
  return {
    saw(player, seconds) {
      const now = timeNow()
      watched.sawTime(seconds, (now - askedAt) / 1000)
      askedAt = now
      position = seconds
      duration = player.duration
      if (now >= quietUntil) void send(BATCH)
    },
    stop() {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
    },
  }
}
