import { z } from 'zod'
import { triggers } from '#contract/auto-tags.ts'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import type { Draft } from './rule-draft.ts'

const Typed: z.ZodType<Draft> = z.object({
  name: z.string(),
  description: z.string(),
  tagName: z.string(),
  trigger: z.enum(triggers),
  page: z.array(z.string()),
  exactPage: z.array(z.string()),
  typedPage: z.string(),
  typedExactPage: z.string(),
  watchTime: z.string(),
})

// `of` is the rule as it was when the typing began; it may be another by now.
const Kept = z.object({ draft: Typed, of: Typed })

/** What is being typed as a new rule, or in place of the one named: kept until it is saved or dropped. */
export const unsavedRule = (ruleId: string | undefined) =>
  keptInTab(`rule.${ruleId ?? 'new'}`, (value) => Kept.safeParse(value).data)
