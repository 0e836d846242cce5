import { useEffect, useState } from 'react'
import type { FreeSlots } from '#contract/calendar.ts'
import { isTimezone } from '#contract/timezone-name.ts'
import { keepDraft, keptDraft } from '#web/site/browser/tab-draft.ts'
import { type Details, detailNames } from './details-form.tsx'

/** A booking as far as it came on a page: the time and the timezone that were picked, and what was typed. */
type Draft = { page: string; slot?: string | undefined; zone?: string | undefined; typed: Partial<Details> }

const KEY = 'bookingDraft'

const isDraft = (value: unknown): value is Draft => {
  const { page, slot, zone, typed }: Record<string, unknown> = Object(value)
  return (
    typeof page === 'string' &&
    (slot === undefined || typeof slot === 'string') &&
    (zone === undefined || (typeof zone === 'string' && isTimezone(zone))) &&
    Object.entries(Object(typed)).every(
      ([name, text]) => detailNames.some((known) => known === name) && typeof text === 'string',
    )
  )
}

/**
 * What a visitor has picked and typed so far, also after a reload of `page`, as where a phone has put the tab away meanwhile;
 * a time only where it is still free. Without a `page` nothing is kept.
 */
export function useBookingDraft(page: string | undefined, free: FreeSlots | undefined) {
  const [slot, setSlot] = useState<string>()
  const [zone, setZone] = useState<string>()
  const [typed, setTyped] = useState<Partial<Details>>({})
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isRead || !free || page === undefined) return
    const kept = keptDraft(KEY, isDraft)
    if (kept?.page === page) {
      setTyped(kept.typed)
      setZone(kept.zone)
      if (kept.slot !== undefined && free.slots.includes(kept.slot)) setSlot(kept.slot)
    }
    setRead(true)
  }, [isRead, free, page])
  useEffect(() => {
    if (!isRead || page === undefined) return
    const isEmpty = slot === undefined && zone === undefined && Object.keys(typed).length === 0
    // Another page's stays until there is something here.
    if (!isEmpty || keptDraft(KEY, isDraft)?.page === page) keepDraft(KEY, { page, slot, zone, typed })
  }, [isRead, page, slot, zone, typed])
  return { slot, setSlot, zone, setZone, typed, setTyped, endDraft: () => keepDraft(KEY, null) }
}
