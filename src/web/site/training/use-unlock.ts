import { useEffect, useState } from 'react'
import { trainingTimes } from '#contract/training-times.ts'
import { readStored, writeStored } from '#web/site/browser/browser-storage.ts'
import { keep, recall } from '#web/site/browser/entry-memory.ts'
import { loadTime, timeNow } from '#web/site/browser/load-time.ts'
import { isUnlocked, secondsLeft, unlockTime, untilNextSecond } from './unlock-rule.ts'

/** What stands under the video: a quiet line, the countdown with its seconds, or the way to apply. */
export type NextTurn = { step: 'waiting' | 'countdown' | 'apply'; left: number }

const keyHere = () => `unlocksAt ${location.pathname}`
const isNumber = (value: unknown): value is number => typeof value === 'number'

// Where storage is forbidden the tab's history entry keeps the time over a reload.
function rememberedTime(): number | undefined {
  const stored = readStored(keyHere())
  return stored === undefined ? recall(keyHere(), isNumber) : Number(stored)
}

function remember(unlocksAt: number): void {
  if (!writeStored(keyHere(), String(unlocksAt))) keep(keyHere(), unlocksAt)
}

/** Counts down to the next step, which opens by the clock or because the video has been watched far enough. */
export function useUnlock(videoSeconds: number): NextTurn {
  const [unlocksAt, setUnlocksAt] = useState<number>()
  const [now, setNow] = useState(0)
  const isOpen = unlocksAt !== undefined && isUnlocked(unlocksAt, now, videoSeconds)
  useEffect(() => {
    const time = unlockTime(loadTime, rememberedTime())
    remember(time)
    setUnlocksAt(time)
    setNow(timeNow())
  }, [])
  useEffect(() => {
    if (isOpen) {
      // Whoever goes back in the video has it open still.
      const openedBy = Date.now()
      const time = Math.min(unlocksAt, openedBy)
      remember(time)
      setUnlocksAt(time)
      setNow(openedBy)
      return
    }
    if (unlocksAt === undefined) return
    let next: ReturnType<typeof setTimeout>
    const waitForNextSecond = () => {
      next = setTimeout(
        () => {
          setNow(timeNow())
          waitForNextSecond()
        },
        untilNextSecond(unlocksAt, timeNow()),
      )
    }
    waitForNextSecond()
    return () => clearTimeout(next)
  }, [isOpen, unlocksAt])
  if (isOpen) return { step: 'apply', left: 0 }
  const isCardDue = unlocksAt !== undefined && now - loadTime >= trainingTimes.cardAppears * 1000
  return {
    step: isCardDue ? 'countdown' : 'waiting',
    left: unlocksAt === undefined ? trainingTimes.unlock : secondsLeft(unlocksAt, now),
  }
}
