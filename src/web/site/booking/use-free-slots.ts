import { useCallback, useEffect, useRef, useState } from 'react'
import type { FreeSlots } from '#contract/calendar.ts'
import { useReturn } from '#web/site/island/use-return.ts'
import { sampleSlots } from './sample-slots.ts'
import { readSlots } from './slot-calls.ts'

// By then somebody may have a time that is shown, and overnight a whole day of them is over.
const OLD_AFTER_MS = 5 * 60_000

/**
 * The times that are free: those that came with the page, else as they are read, and read once more without a word when the
 * visitor comes back to the page after a while. `token` is that of a call that is to be moved.
 */
export function useFreeSlots(from: {
  given: FreeSlots | undefined
  token: string | undefined
  isPreview: boolean
}) {
  const { given, token, isPreview } = from
  const [free, setFree] = useState<FreeSlots>()
  const [isUnread, setUnread] = useState(false)
  const [tries, setTries] = useState(1)
  const shownAt = useRef(0)

  const show = useCallback((slots: FreeSlots) => {
    shownAt.current = Date.now()
    setFree(slots)
  }, [])
  // Each try reads anew, also where times came with the page.
  useEffect(() => {
    let isOver = false
    const unlessOver = (slots: FreeSlots) => {
      if (!isOver) show(slots)
    }
    if (isPreview) unlessOver(sampleSlots())
    else if (given && tries === 1) unlessOver(given)
    else
      readSlots(token).then(unlessOver, (error) => {
        console.warn('The free times could not be read.', error)
        if (!isOver) setUnread(true)
      })
    return () => {
      isOver = true
    }
  }, [isPreview, given, token, tries, show])

  const isThere = free !== undefined && !isPreview
  const refresh = useCallback(() => {
    const shownBefore = shownAt.current
    if (!isThere || document.hidden || Math.abs(Date.now() - shownBefore) < OLD_AFTER_MS) return
    readSlots(token).then(
      (slots) => {
        // A booking may have brought newer ones meanwhile; and of a call that has begun none are told.
        if (shownAt.current === shownBefore && (token === undefined || slots.slots.length > 0)) show(slots)
      },
      (error) => console.warn('The free times could not be read again; those shown stay.', error),
    )
  }, [isThere, token, show])
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])
  useReturn(refresh)

  return {
    free,
    isUnread,
    /** Shows what an answer brought. */
    show,
    /** Reads anew; until then there are none. */
    readAgain(): void {
      setFree(undefined)
      setUnread(false)
      setTries(tries + 1)
    },
  }
}
