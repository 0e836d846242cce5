import type { ListedVisitor, Visitor } from '#contract/visitor.ts'
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
export function ExcludedBadge({ visitor }: { visitor: Visitor & Partial<ListedVisitor> }) {
  if (visitor.excluded) return <Badge>{reasons[visitor.excluded]}</Badge>
  if (visitor.hiddenBy === 'block') return <Badge title="A block hides all it did">Hidden by a block</Badge>
  if (visitor.hiddenBy === 'spam') return <Badge title="Its form was held back">Held back as spam</Badge>
  return visitor.isCounted === false ? <Badge title="Not in the numbers yet">No page view yet</Badge> : null
}
