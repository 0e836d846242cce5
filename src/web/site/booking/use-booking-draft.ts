import { useEffect, useState } from 'react'
import type { FreeSlots } from '#contract/calendar.ts'
import { keepDraft, keptDraft } from '#web/site/browser/tab-draft.ts'
import { type Details, detailNames } from './details-form.tsx'

/** A booking as far as it came on a page: the time that was picked, and what was typed. */
type Draft = { page: string; slot?: string | undefined; typed: Partial<Details> }

const KEY = 'bookingDraft'

const isDraft = (value: unknown): value is Draft => {
  const { page, slot, typed }: Record<string, unknown> = Object(value)
  return (
    typeof page === 'string' &&
    (slot === undefined || typeof slot === 'string') &&
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
  const [typed, setTyped] = useState<Partial<Details>>({})
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (isRead || !free || page === undefined) return
    const kept = keptDraft(KEY, isDraft)
    if (kept?.page === page) {
      setTyped(kept.typed)
      if (kept.slot !== undefined && free.slots.includes(kept.slot)) setSlot(kept.slot)
    }
    setRead(true)
  }, [isRead, free, page])
  useEffect(() => {
    if (!isRead || page === undefined) return
    const isEmpty = slot === undefined && Object.keys(typed).length === 0
    // Another page's stays until there is something here.
    if (!isEmpty || keptDraft(KEY, isDraft)?.page === page) keepDraft(KEY, { page, slot, typed })
  }, [isRead, page, slot, typed])
  return { slot, setSlot, typed, setTyped, endDraft: () => keepDraft(KEY, null) }
}
