import { useQueryClient } from '@tanstack/react-query'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { EmptyList, FailedList, ListSkeleton, StaleNotice } from '#web/dashboard/list/list-states.tsx'
import { readAgain } from '#web/dashboard/live/use-live.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { ActivityLog } from './activity-log.tsx'
import { RuleCards } from './rule-cards.tsx'
import { recentLogs } from './rule-summary.ts'
import { RulesList } from './rules-list.tsx'
import { useLogs } from './use-logs.ts'
import { useRules } from './use-rules.ts'

/** The tagging rules and what they did (product.md §2 AutoTags). */
export default function AutoTagsTab() {
  const client = useQueryClient()
  const { rule: ruleId } = useAddress()
  const { rules, toggle } = useRules()
  const logs = useLogs()
  const now = useNow()
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
      <RuleCards rules={rules.data} recent={logs.rows && recentLogs(logs.rows, logs.more, now)} />
      {rules.data.length === 0 ? (
        <EmptyList title="No AutoTag rules configured" />
      ) : (
        <RulesList
          rules={rules.data}
          pending={toggle.isPending ? toggle.variables : undefined}
          onToggle={(id, isActive) => toggle.mutate({ ruleId: id, isActive })}
        />
      )}
      <ActivityLog
        logs={logs}
        ruleName={rules.data.find(({ id }) => id === ruleId)?.name}
        onRefresh={() => void readAgain(client, ['tags'])}
      />
    </section>
  )
}
