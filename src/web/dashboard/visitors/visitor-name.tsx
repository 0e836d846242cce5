import type { Visitor } from '#contract/visitor.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'

const reasons = {
  bot: 'Bot',
  program: 'Program',
  owner: 'Your browser',
  prefetch: 'Preview',
  self: 'This is you',
}

/** What a visitor is called: by name, else by address. */
export const visitorName = ({ name, ipAddress }: Visitor): string => name || ipAddress || 'Unknown IP'

/** Why a visitor is not counted, where that is so. */
export function ExcludedBadge({ visitor }: { visitor: Visitor & { isCounted?: boolean } }) {
  if (visitor.excluded) return <Badge>{reasons[visitor.excluded]}</Badge>
  return visitor.isCounted === false ? <Badge title="Not in the numbers yet">No page view yet</Badge> : null
}
