import { useEffect, useState } from 'react'
import { trainingTimes } from '#contract/training-times.ts'
import { loadTime, timeNow } from '#web/site/browser/load-time.ts'
import { type PlayingVideo, videoSeconds } from '#web/site/film/playing-video.ts'
import { awaitedSeconds, reportedBefore, reportReached } from './report-reached.ts'
import { reportWatching } from './report-watching.ts'
import { watchMarks } from './watch-marks.ts'

/** Reads the video's time every two seconds, reports what is watched, and returns the seconds reached. */
export function useWatching(mediaId: string, player: PlayingVideo | null): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!player) return
    const marks = watchMarks(reportedBefore())
    const watching = reportWatching(mediaId, marks)
    void awaitedSeconds().then((awaited) => {
      if (awaited !== undefined) marks.wait(awaited)
    })
    let polling = 0
    const poll = () => {
      const reached = videoSeconds(player)
      setSeconds(reached)
      watching.saw(player, reached)
      if (marks.reach(reached)) void reportReached(Math.floor(reached))
    }
    const firstAt = loadTime + trainingTimes.pollAfter * 1000
    const starting = window.setTimeout(
      () => {
        poll()
        polling = window.setInterval(poll, trainingTimes.pollEvery * 1000)
      },
      Math.max(0, firstAt - timeNow()),
    )
    return () => {
      clearTimeout(starting)
      clearInterval(polling)
      watching.stop()
    }
  }, [mediaId, player])
  return seconds
}
