import { useMemo, useState, useSyncExternalStore } from 'react'
import { type Lesson, lastAmong, withDone, withLast, withLessons, withSeconds } from './study-record.ts'
import { openStudy, unread } from './study-storage.ts'
import type { PlacedVideo } from './video-list.ts'

/** What the member has done, and how to note more of it. */
export function useStudy() {
  const [store] = useState(openStudy)
  const { record, isKept } = useSyncExternalStore(store.subscribe, store.read, () => unread)
  const notes = useMemo(
    () => ({
      /** The last video looked at, as it stands in this moment. */
      lastOf: (videos: readonly PlacedVideo[]) => lastAmong(store.read().record, videos),
      /** The second at which a video starts: where it was left, unless it is done. */
      startOf(key: string) {
        const { done, seconds } = store.read().record
        return done.includes(key) ? 0 : (seconds[key] ?? 0)
      },
      follows: (lessons: readonly Lesson[]) => store.change((now) => withLessons(now, lessons)),
      looksAt: (video: PlacedVideo) => store.change((now) => withLast(now, video)),
      isThrough: (key: string) => store.change((now) => withDone(now, key, true)),
      marksOrTakesBack: (video: PlacedVideo) =>
        store.change((now) => withDone(withLast(now, video), video.key, !now.done.includes(video.key))),
      /** Notes where a video was left; one that is done starts over. */
      leavesAt(key: string, seconds: number) {
        if (!store.read().record.done.includes(key)) store.change((now) => withSeconds(now, key, seconds))
      },
    }),
    [store],
  )
  return { record, isKept, notes }
}
