import type { Pool, PoolClient } from 'pg'
import { type LastTold, type LiveTopic, liveTopics } from '#contract/summary.ts'
import { refuseReadOnly } from './takes-writes.ts'

/** A topic whose change makes open dashboards read again. */
export type Topic = LiveTopic

/** Tells every process that something changed, and hears it from every process. */
export type Live = {
  changed(topic: Topic): void
  subscribe(listener: (topics: Topic[]) => void): () => void
  /** Calls back with how many milliseconds ago each topic was last told; at the least, where that is not known. */
  lastTold(listener: (lastTold: LastTold[]) => void): void
  start(): void
  stop(): Promise<void>
}

/** The channel that every process listens to; a payload is topics with commas between them. */
export const LIVE_CHANNEL = 'leadline_live'
const EVERY_MS = 1000
const RECONNECT_MS = 1000
// A connection that only listens would not notice that its server is gone, or has been replaced.
const LOOK_EVERY_MS = 5000

/**
 * Live changes over LISTEN/NOTIFY. Changes are gathered for a second before they go out: a viral hour
 * costs one notification a second, not one per page view. Where the connection was lost, everything counts as changed once
 * there is another: nobody knows what was told meanwhile.
 */
export function createLive(pool: Pool, onProblem: (error: unknown) => void): Live {
  const listeners = new Set<(topics: Topic[]) => void>()
  const pending = new Set<Topic>()
  let flushing: NodeJS.Timeout | null = null
  let connection: PoolClient | null = null
  let reconnecting: NodeJS.Timeout | null = null
  let looking: NodeJS.Timeout | null = null
  let stopped = false
  let hasMissed = false
  // As if all had been told when it began to listen: what was told before, nobody here knows.
  let listensSince: number | null = null
  const toldAt = new Map<Topic, number>()

  async function listen(): Promise<void> {
    try {
      const client = await pool.connect()
      // Whoever stopped meanwhile would wait for this connection for ever.
      if (stopped) return client.release(true)
      connection = client
      client.on('notification', (message) => tell((message.payload ?? '').split(',') as Topic[]))
      client.on('error', () => again(client))
      client.on('end', () => again(client))
      await client.query(`listen ${LIVE_CHANNEL}`)
      if (client !== connection) return
      looking = setTimeout(() => void look(client), LOOK_EVERY_MS)
      listensSince = performance.now()
      if (hasMissed) tell([...liveTopics])
      hasMissed = false
    } catch (error) {
      onProblem(error)
      again(connection)
    }
  }

  /** Looks whether what is sent would still be heard here; else listens anew. */
  async function look(client: PoolClient): Promise<void> {
    if (client !== connection) return
    try {
      await refuseReadOnly(client)
      if (client === connection) looking = setTimeout(() => void look(client), LOOK_EVERY_MS)
    } catch (error) {
      if (client !== connection) return
      onProblem(error)
      again(client)
    }
  }

  function again(client: PoolClient | null): void {
    if (client && client === connection) {
      connection = null
      client.removeAllListeners('notification')
      client.release(true)
    }
    hasMissed = true
    listensSince = null
    if (stopped || reconnecting) return
    reconnecting = setTimeout(() => {
      reconnecting = null
      void listen()
    }, RECONNECT_MS)
  }

  const tell = (topics: Topic[]) => {
    for (const topic of topics) toldAt.set(topic, performance.now())
    for (const listener of listeners) listener(topics)
  }

  async function flush(): Promise<void> {
    flushing = null
    const topics = [...pending]
    pending.clear()
    try {
      await pool.query('select pg_notify($1, $2)', [LIVE_CHANNEL, topics.join(',')])
    } catch (error) {
      onProblem(error)
      // It did change: it is told as soon as that can be done.
      for (const topic of topics) changed(topic)
    }
  }

  function changed(topic: Topic): void {
    pending.add(topic)
    if (!stopped) flushing ??= setTimeout(() => void flush(), EVERY_MS)
  }

  return {
    changed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    lastTold(listener) {
      const now = performance.now()
      const since = listensSince ?? now
      listener(
        liveTopics.map((topic) => ({ topic, agoMs: now - Math.max(since, toldAt.get(topic) ?? since) })),
      )
    },
    start: () => void listen(),
    async stop() {
      stopped = true
      if (flushing) clearTimeout(flushing)
      if (reconnecting) clearTimeout(reconnecting)
      if (looking) clearTimeout(looking)
      if (connection) {
        const client = connection
        connection = null
        client.removeAllListeners('end')
        client.release(true)
      }
    },
  }
}
