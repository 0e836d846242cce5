import { z } from 'zod'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import type { Blocklist } from './blocklist.ts'

const Typed = z.object({ value: z.string(), reason: z.string() })

/** What is to be blocked, and why, as it is typed. */
export type Typed = z.output<typeof Typed>

/** A form in which nothing is typed. */
export const nothingTyped: Typed = { value: '', reason: '' }

/** What is being typed to be blocked by a list: kept until it is. */
export const unsavedEntry = ({ read }: Blocklist) =>
  keptInTab(`block.${read}`, (value) => Typed.safeParse(value).data)
