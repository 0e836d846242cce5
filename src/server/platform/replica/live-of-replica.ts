import type { Live, Topic } from '#server/platform/live.ts'
import type { LogPlace } from './lag.ts'
import type { ReplicaWatch } from './watch-replica.ts'

/** Live changes for those who read from a replica: told once it has them, or once it is not read. */
export function liveOfReplica(
  live: Pick<Live, 'subscribe' | 'lastTold'>,
  watch: ReplicaWatch,
): Pick<Live, 'subscribe' | 'lastTold'> {
  return {
    lastTold(listener) {
      // What was read before may have shown the past.
      const behindMs = watch.isReadable() ? (watch.ageMs() ?? Number.POSITIVE_INFINITY) : 0
      const tell = () =>
        live.lastTold((told) =>
          listener(told.map(({ topic, agoMs }) => ({ topic, agoMs: Math.max(0, agoMs - behindMs) }))),
        )
      if (!watch.isReadable()) return tell()
      void watch.place().then((place) => {
        const endLooks = watch.onLook(() => {
          if (place !== null && watch.isReadable() && !watch.has(place)) return
          endLooks()
          tell()
        })
      }, tell)
    },
    subscribe(listener) {
      let waiting: { topics: Topic[]; place: LogPlace | null }[] = []
      const endLooks = watch.onLook(() => {
        const isThere = ({ place }: { place: LogPlace | null }) =>
          place === null || !watch.isReadable() || watch.has(place)
        const topics = new Set(waiting.filter(isThere).flatMap((change) => change.topics))
        waiting = waiting.filter((change) => !isThere(change))
        if (topics.size > 0) listener([...topics])
      })
      const endLive = live.subscribe((topics) => {
        if (!watch.isReadable()) return listener(topics)
        void watch.place().then(
          (place) => waiting.push({ topics, place }),
          () => listener(topics),
        )
      })
      return () => {
        endLooks()
        endLive()
      }
    },
  }
}
