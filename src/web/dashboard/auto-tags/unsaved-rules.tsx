import type { AutoTagRule } from '#contract/auto-tags.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { draftOf, isSameRule } from './rule-draft.ts'
import { unsavedRule } from './unsaved-rule.ts'

type UnsavedRulesProps = { rules: AutoTagRule[]; onOpen: (ruleId: string) => void }

/** Says which rules were typed and not saved, as after a slip or the end of a session, and leads back to them. */
export function UnsavedRules({ rules, onOpen }: UnsavedRulesProps) {
  const unsaved = [
    { id: 'new', what: 'A new rule is not saved yet.', name: 'the new rule' },
    ...rules.map(({ id, name }) => ({ id, what: `Changes to “${name}” are not saved yet.`, name })),
  ].filter(({ id }) => {
    const rule = rules.find((one) => one.id === id)
    const kept = unsavedRule(rule?.id).read()
    // Another window may have saved the same.
    return kept && !isSameRule(kept.draft, draftOf(rule))
  })
  if (unsaved.length === 0) return null
  return (
    <ul aria-label="Not saved" className="pb-2">
      {unsaved.map(({ id, what, name }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
          <span className="min-w-0 break-words">{what}</span>
          <Button look="quiet" className="-mx-3 underline underline-offset-2" onClick={() => onOpen(id)}>
            Go on<span className="sr-only"> with {name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
