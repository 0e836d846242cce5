import { type ListedVisitor, notCountedLabels, type Visitor } from '#contract/visitor.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'

/** What a visitor is called: by name, else by address. */
export const visitorName = ({ name, ipAddress }: Visitor): string => name || ipAddress || 'Unknown IP'

const hidingWords = { block: 'A block hides all it did', spam: 'Its form was held back' }

/** Why a visitor is not counted, where that is so. */
export function ExcludedBadge({ visitor }: { visitor: Visitor & Partial<ListedVisitor> }) {
  if (visitor.excluded) return <Badge>{notCountedLabels[visitor.excluded]}</Badge>
  if (visitor.hiddenBy)
    return <Badge title={hidingWords[visitor.hiddenBy]}>{notCountedLabels[visitor.hiddenBy]}</Badge>
  return visitor.isCounted === false ? (
    <Badge title="Not in the numbers yet">{notCountedLabels.unseen}</Badge>
  ) : null
}
