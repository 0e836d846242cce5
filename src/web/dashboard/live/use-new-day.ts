import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { dayIn } from '#web/dashboard/notes/due-words.ts'
import { readAgain, type Topic } from './use-live.ts'

const LOOK_EVERY_MS = 15_000
// This computer's clock may be ahead of the server's, for whom the day is then still the old one.
const AND_LATER_MS = 300_000

// What is read for a range of days, without the news: nobody has looked at those.
const ofDays: Topic[] = ['visitors', 'blocking', 'ads', 'applications']

/** Reads what is on screen again once a new day has begun where days are counted: nobody has to come by for that. */
export function useNewDay(): void {
  const client = useQueryClient()
  const { tz } = useAddress()
  useEffect(() => {
    const days = () => [0, AND_LATER_MS].map((ago) => dayIn(tz, Date.now() - ago)).join()
    let shown = days()
    const timer = setInterval(() => {
      const now = days()
      if (now !== shown) void readAgain(client, ofDays)
      shown = now
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, tz])
}
