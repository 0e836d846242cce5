import { z } from 'zod'
import type { SiteContent } from '#contract/site-content.ts'
import { weeksAsList } from '#contract/stored-weeks.ts'

/** Edits the server does not have yet, the draft they were made on, and what was on its way when they were kept. */
export type Unsaved = { revision: number; base: SiteContent; sent: SiteContent | null; content: SiteContent }

/** Where unsaved edits survive a reload. */
export type UnsavedMemory = { read(): Unsaved | undefined; write(unsaved: Unsaved | null): void }

const KEY = 'leadline.site-draft'
const whole = z.preprocess(
  weeksAsList,
  z.custom<SiteContent>((value) => typeof value === 'object' && value !== null),
)
const Kept = z.object({
  revision: z.number(),
  base: whole,
  sent: whole.nullable().default(null),
  content: whole,
})

/** Keeps unsaved edits for this tab of the browser, until it is closed or they are saved. */
export const tabMemory: UnsavedMemory = {
  read() {
    try {
      const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
      return kept.success ? kept.data : undefined
    } catch {
      // A browser that refuses storage keeps the edits in memory only.
      return undefined
    }
  },
  write(unsaved) {
    try {
      if (unsaved) sessionStorage.setItem(KEY, JSON.stringify(unsaved))
      else sessionStorage.removeItem(KEY)
    } catch {
      // As above.
    }
  },
}
