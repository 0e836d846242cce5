import { z } from 'zod'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'

const Kept = z.object({ added: z.array(z.string()), typed: z.string(), removed: z.array(z.string()) })

/** What was changed of a page's tags and is not saved: kept until it is saved or dropped. */
export const unsavedTags = (path: string) =>
  keptInTab(`page-tags.${path}`, (value) => Kept.safeParse(value).data)
