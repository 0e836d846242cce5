import { z } from 'zod'
import { SiteContent } from '#contract/site-content.ts'
import { weeksAsList } from '#contract/stored-weeks.ts'

/** Edits the server does not have yet, the draft they were made on, and what was on its way when they were kept. */
export type Unsaved = { revision: number; base: SiteContent; sent: SiteContent | null; content: SiteContent }

/** Where unsaved edits survive a reload. */
export type UnsavedMemory = { read(): Unsaved | undefined; write(unsaved: Unsaved | null): void }

const KEY = 'leadline.site-draft'

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether no part and no list is something else: a field that is wrong is shown as it is, a part cannot be. */
const hasWholeParts = (value: unknown): value is SiteContent =>
  SiteContent.safeParse(value).error?.issues.every(
    (issue) => issue.code !== 'invalid_type' || !['object', 'array', 'record'].includes(issue.expected),
  ) ?? true

/** Whether a part or a list is gone that was there: no edit takes one away. */
const hasLost = (content: unknown, base: unknown): boolean =>
  isHolder(base) && !Array.isArray(base) && isHolder(content)
    ? Object.entries(base).some(
        ([key, was]) => isHolder(was) && (content[key] === undefined || hasLost(content[key], was)),
      )
    : false

const whole = z.preprocess(weeksAsList, z.custom<SiteContent>(hasWholeParts))
const Kept = z
  .object({
    revision: z.number(),
    base: whole,
    sent: whole.nullable().default(null),
    content: whole,
  })
  .refine(({ base, content }) => !hasLost(content, base))

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
