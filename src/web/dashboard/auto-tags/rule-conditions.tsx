import type { AutoTagRule } from '#contract/auto-tags.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import { EntriesField } from '#web/dashboard/ui/entries-field.tsx'
import { SelectField } from '#web/dashboard/ui/select-field.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { asksFor, type Draft, inputOf } from './rule-draft.ts'
import { triggerLabels, whomLabel } from './rule-labels.ts'
import { typedPath } from './typed-path.ts'

type RuleConditionsProps = {
  draft: Draft
  set: (part: Partial<Draft>) => void
  problems: Record<string, string>
}

// Keys of a record of all triggers.
const triggers = Object.keys(triggerLabels) as AutoTagRule['trigger'][]

/** What sets a rule off: trigger, pages, second of the video, and all of it in one sentence. */
export function RuleConditions({ draft, set, problems }: RuleConditionsProps) {
  const asked = asksFor(draft.trigger)
  const problemOf = (field: string) =>
    Object.entries(problems).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
  return (
    <>
      <SelectField
        label="When"
        value={draft.trigger}
        onChange={(trigger) => set({ trigger })}
        options={triggers.map((trigger) => [trigger, triggerLabels[trigger]])}
      />
      {asked.watchTime && (
        <TextField
          label="Watched at least to"
          value={draft.watchTime}
          onChange={(watchTime) => set({ watchTime })}
          placeholder="11:55"
          note="Minutes and seconds."
          maxLength={10}
          className="max-w-48"
          problem={problemOf('conditions.watchTime')}
        />
      )}
      {asked.pages && (
        <>
          <EntriesField
            label="Pages whose path contains"
            noun="part"
            placeholder="freetraining"
            note="Leave this empty and the rule applies to every page."
            entries={draft.page}
            onChange={(page) => set({ page })}
            typed={draft.typedPage}
            onTyped={(typedPage) => set({ typedPage })}
            maxLength={ruleLimits.page}
            problem={problemOf('conditions.page')}
          />
          <EntriesField
            label="Pages whose path is exactly"
            noun="page"
            placeholder="/freetraining"
            entries={draft.exactPage}
            onChange={(exactPage) => set({ exactPage })}
            typed={draft.typedExactPage}
            onTyped={(typedExactPage) => set({ typedExactPage })}
            read={typedPath}
            maxLength={ruleLimits.page}
            problem={problemOf('conditions.exactPage')}
          />
        </>
      )}
      <p className="border-l-2 border-line-strong pl-3 text-sm text-ink-2">{whomLabel(inputOf(draft))}</p>
    </>
  )
}
