import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateFields } from '#web/dashboard/connections/create-fields.tsx'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ActivityLog } from './activity-log.tsx'
import { RuleCards } from './rule-cards.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { RulesList } from './rules-list.tsx'
import { useLogs } from './use-logs.ts'
import { useRules } from './use-rules.ts'

/** The tagging rules and what they did. */
export default function AutoTagsTab() {
  const client = useQueryClient()
  const { rules, summary, toggle } = useRules()
  const logs = useLogs()
  // The id of the rule that is being edited, or 'new'.
  const [editing, setEditing] = useState<string | null>(null)
  const edited = rules.data?.find(({ id }) => id === editing)
  const retry = () => void rules.refetch()

  if (!rules.data) {
    return rules.error ? (
      <FailedList what="The rules" error={rules.error} retry={retry} />
    ) : (
      <ListSkeleton rows={4} />
    )
  }
  return (
    <section aria-label="AutoTags">
      {rules.error && <StaleNotice error={rules.error} retry={retry} />}
      <RuleCards summary={summary.data} />
      <div className="flex items-center justify-between gap-4 pb-2">
        <h2 className="text-base font-semibold">Rules</h2>
        <div className="flex gap-2">
          <CreateFields />
          <Button look="primary" onClick={() => setEditing('new')}>
            New rule
          </Button>
        </div>
      </div>
      {rules.data.length === 0 ? (
        <EmptyList title="No AutoTag rules configured">
          <p>A rule gives leads a tag in the CRM when something happens.</p>
        </EmptyList>
      ) : (
        <RulesList
          rules={rules.data}
          pending={toggle.isPending ? toggle.variables : undefined}
          onToggle={(id, isActive) => toggle.mutate({ ruleId: id, isActive })}
          onEdit={setEditing}
        />
      )}
      <ActivityLog logs={logs} rules={rules.data} onRefresh={() => void readAgain(client, ['tags'])} />
      {(editing === 'new' || edited) && <RuleEditor rule={edited} onClose={() => setEditing(null)} />}
    </section>
  )
}
