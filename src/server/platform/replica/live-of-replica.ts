import type { Live, Topic } from '#server/platform/live.ts'
import type { LogPlace } from './lag.ts'
import type { ReplicaWatch } from './watch-replica.ts'

/** Live changes for those who read from a replica: told once it has them, or once it is not read. */
export function liveOfReplica(live: Pick<Live, 'subscribe'>, watch: ReplicaWatch): Pick<Live, 'subscribe'> {
  return {
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
