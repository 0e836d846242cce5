import type { Live, Topic } from '#server/platform/live.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** One open dashboard's end of a stream. */
export type LiveStream = {
  send(event: 'active' | 'told' | 'changed', data: object): void
  end(): void
  /** Throws once the session behind the stream has ended. */
  check(): Promise<void>
}

/** The streams of one process. */
export type LiveStreams = {
  /** Takes a stream in; throws `too-many` where its session has as many as it may. Returns what takes it out again. */
  open(session: string, stream: LiveStream): () => void
  /** Ends all streams. */
  stop(): void
}

const BEAT_MS = 15_000
const MOST_A_SESSION = 20

/**
 * What all open dashboards of this process hear, asked for once for all of them: who is active now, at each change of
 * visitors and every 15 seconds; and once for each session whether it is still good.
 */
export function createLiveStreams(parts: {
  countActive(): Promise<number>
  live: Pick<Live, 'subscribe'>
  onProblem(error: unknown): void
  beatMs?: number
}): LiveStreams {
  const sessions = new Map<string, Set<LiveStream>>()
  const all = () => [...sessions.values()].flatMap((streams) => [...streams])
  let counting: Promise<number> | null = null
  let isChanged = false
  let beat: NodeJS.Timeout | undefined
  let unsubscribe = () => {}

  const activeNow = () => {
    counting ??= parts.countActive().finally(() => {
      counting = null
    })
    return counting
  }
  async function tellActive(): Promise<void> {
    // What changes while one count is under way is in the next, and all changes meanwhile are in one.
    if (counting) {
      isChanged = true
      return
    }
    try {
      do {
        isChanged = false
        const data = { activeNow: await activeNow() }
        for (const stream of all()) stream.send('active', data)
      } while (isChanged)
    } catch (error) {
      parts.onProblem(error)
    }
  }
  async function checkSessions(): Promise<void> {
    for (const streams of [...sessions.values()]) {
      const [one] = streams
      try {
        await one?.check()
      } catch (error) {
        parts.onProblem(error)
        for (const stream of [...streams]) stream.end()
      }
    }
  }
  function begin(): void {
    beat = setInterval(() => void checkSessions().then(tellActive), parts.beatMs ?? BEAT_MS)
    unsubscribe = parts.live.subscribe((topics: Topic[]) => {
      for (const stream of all()) stream.send('changed', { topics })
      if (topics.includes('visitors') || topics.includes('blocking')) void tellActive()
    })
  }
  function rest(): void {
    clearInterval(beat)
    unsubscribe()
  }

  return {
    open(session, stream) {
      const streams = sessions.get(session) ?? new Set()
      if (streams.size >= MOST_A_SESSION)
        throw new Refusal('too-many', 'The dashboard is open in too many tabs. Please close some of them.', {
          retryAfterSeconds: 60,
        })
      if (sessions.size === 0) begin()
      sessions.set(session, streams.add(stream))
      activeNow().then((active) => stream.send('active', { activeNow: active }), parts.onProblem)
      return () => {
        if (!streams.delete(stream) || streams.size > 0) return
        sessions.delete(session)
        if (sessions.size === 0) rest()
      }
    },
    stop() {
      for (const stream of all()) stream.end()
    },
  }
}
