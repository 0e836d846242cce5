import { type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AutoTagRule } from '#contract/auto-tags.ts'
import { ruleLimits } from '#contract/rule-limits.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed } from '#web/dashboard/api/call-failed.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { isSame } from '#web/dashboard/site/document/is-same.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { Question } from '#web/dashboard/ui/question.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { DryRun } from './dry-run.tsx'
import { RuleConditions } from './rule-conditions.tsx'
import { draftOf, inputOf, isSameRule, problemsOf } from './rule-draft.ts'
import { whomLabel } from './rule-labels.ts'
import { unsavedRule } from './unsaved-rule.ts'

type DeleteRuleProps = {
  rule: AutoTagRule
  remove: UseMutationResult<unknown, Error, string>
  onDeleted: () => void
}

/** Deletes a rule, after saying what stays and what ends. */
function DeleteRule({ rule, remove, onDeleted }: DeleteRuleProps) {
  const question = useAsking()

  return (
    <section aria-label="Delete this rule" className="mt-8 border-t border-line pt-4">
      {question.asking ? (
        <Question
          question={question}
          title={`Delete “${rule.name}”?`}
          yes="Delete for good"
          happening="Deleting…"
          isHappening={remove.isPending}
          onYes={() => remove.mutate(rule.id, { onSuccess: onDeleted })}
          no="Keep it"
          error={remove.error}
        >
          It will no longer tag anybody. The tags it gave stay with their leads, here and in the CRM, and its
          log is kept. To stop it for a while, switch it off instead.
        </Question>
      ) : (
        <Button ref={question.ask} look="quiet" className="-ml-3" onClick={question.raise}>
          Delete rule…
        </Button>
      )}
    </section>
  )
}

/** Adds, changes and deletes rules, and says so. */
function useRuleChanges() {
  const client = useQueryClient()
  const reread = () => void readAgain(client, ['tags'])
  const saying = (done: string, failed: string) => ({
    done: { title: done },
    failed: () => ({ title: failed }),
    after: reread,
  })
  const create = useChange({
    make: (input: CallInput<'POST /api/auto-tags/rules'>) => call('POST /api/auto-tags/rules', input),
    ...saying('AutoTag rule created successfully', 'Failed to create AutoTag rule'),
  })
  const change = useChange({
    make: (input: CallInput<'PUT /api/auto-tags/rules/:ruleId'>) =>
      call('PUT /api/auto-tags/rules/:ruleId', input),
    ...saying('AutoTag rule updated successfully', 'Failed to update AutoTag rule'),
  })
  const remove = useChange({
    make: (ruleId: string) => call('DELETE /api/auto-tags/rules/:ruleId', { ruleId }),
    ...saying('AutoTag rule deleted successfully', 'Failed to delete AutoTag rule'),
  })
  return { create, change, remove, reread }
}

/** Writes a rule, new or known: its words, what sets it off, and whom it would have tagged, before it is saved. */
export function RuleEditor({ rule, onClose }: { rule: AutoTagRule | undefined; onClose: () => void }) {
  const stored = draftOf(rule)
  const unsaved = unsavedRule(rule?.id)
  const [begun] = useState(() => unsaved.read() ?? { draft: stored, of: stored })
  const [draft, setDraft] = useState(begun.draft)
  const [tried, setTried] = useState(false)
  const { create, change, remove, reread } = useRuleChanges()
  const saving = rule ? change : create
  const { error } = saving
  const refused = error instanceof CallFailed ? error.fields : {}
  const problems: Record<string, string> = { ...refused, ...(tried ? problemsOf(draft) : {}) }
  const set = (part: Partial<typeof draft>) => {
    // The dialog closes with what is being saved.
    if (saving.isPending) return
    if (saving.error) saving.reset()
    // Adding an entry empties its field in the same moment.
    setDraft((before) => ({ ...before, ...part }))
  }

  // Only what is typed says whether there is something to keep: what is saved or dropped is forgotten for good.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (isSameRule(draft, stored)) unsaved.forget()
    else unsaved.write({ draft, of: begun.of })
  }, [draft])
  const end = () => {
    unsaved.forget()
    onClose()
  }
  const isChangedElsewhere = !saving.isPending && !isSame(stored, begun.of) && !isSame(stored, draft)

  const save = () => {
    setTried(true)
    if (Object.keys(problemsOf(draft)).length > 0) return
    // Another device may have written what it was refused for.
    const then = { onSuccess: end, onError: reread }
    if (rule) change.mutate({ ...inputOf(draft), ruleId: rule.id, inPlaceOf: rule }, then)
    else create.mutate(inputOf(draft), then)
  }

  return (
    <Dialog title={rule ? `Edit “${rule.name}”` : 'New rule'} shape="panel" onClose={onClose}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(name) => set({ name })}
            maxLength={ruleLimits.name}
            problem={problems.name}
          />
          <TextField
            label="Tag in the CRM"
            value={draft.tagName}
            onChange={(tagName) => set({ tagName })}
            maxLength={ruleLimits.tagName}
            problem={problems.tagName}
          />
        </div>
        <TextField
          label="Description (optional)"
          value={draft.description}
          onChange={(description) => set({ description })}
          maxLength={ruleLimits.description}
          problem={problems.description}
        />
        <RuleConditions draft={draft} set={set} problems={problems} />
        <DryRun draft={draft} />
        {isChangedElsewhere && (
          <ChangedMeanwhile what="This rule" now={`${stored.name}: ${whomLabel(inputOf(stored))}`} />
        )}
        <Failure of={error} className="" />
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit" disabled={saving.isPending}>
            {saving.isPending ? 'Saving…' : rule ? 'Save rule' : 'Create rule'}
          </Button>
          <Button look="quiet" onClick={end}>
            Cancel
          </Button>
        </div>
        <p className="text-xs text-ink-3">A change affects future events only; past events are not tagged.</p>
      </form>
      {rule && <DeleteRule rule={rule} remove={remove} onDeleted={end} />}
    </Dialog>
  )
}
