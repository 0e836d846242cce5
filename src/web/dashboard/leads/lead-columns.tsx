import type { Lead } from '#contract/lead.ts'
import { RowLink } from '#web/dashboard/list/row-link.tsx'
import type { Column } from '#web/dashboard/list/row-list.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { DeliveryState } from './delivery-state.tsx'

/** The columns' widths; see `leadColumns`. */
export const leadGrid =
  'grid-cols-[minmax(0,1.5fr)_minmax(0,0.8fr)_minmax(0,1.1fr)_minmax(0,1.6fr)_minmax(0,1.1fr)_minmax(0,1.1fr)_5.5rem_4.5rem]'

function Source({ lead }: { lead: Lead }) {
  return lead.utmSource ? (
    <Badge title={lead.utmSource}>{lead.utmSource}</Badge>
  ) : (
    <span className="text-ink-3">N/A</span>
  )
}

function Tags({ tags }: { tags: string[] }) {
  const [first] = tags
  if (first === undefined) return <span className="text-ink-3">No tags</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={tags.join(', ')}>
      <span className="truncate">{first}</span>
      {tags.length > 1 && (
        <span className="shrink-0 text-xs text-ink-3">
          +{tags.length - 1}
          <span className="sr-only"> more: {tags.slice(1).join(', ')}</span>
        </span>
      )}
    </span>
  )
}

/** Why no number holds a lead, where that is so. */
function NotCounted({ lead }: { lead: Lead }) {
  if (lead.isTest) return <Badge title="Your own test: no number holds it">Test</Badge>
  return lead.isCounted ? null : <Badge title="No number holds it">Hidden</Badge>
}

/** The columns of the leads table. */
export const leadColumns = (tz: string): Column<Lead>[] => [
  {
    label: 'Name',
    cell: (lead) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">
          <RowLink id={lead.id}>{lead.name || 'Anonymous'}</RowLink>
        </span>
        <NotCounted lead={lead} />
      </span>
    ),
  },
  { label: 'UTM source', cell: (lead) => <Source lead={lead} /> },
  { label: 'Tags', cell: (lead) => <Tags tags={lead.tags} /> },
  { label: 'Email', cell: ({ email }) => <span title={email}>{email}</span> },
  { label: 'Phone', cell: ({ phone }) => phone || <span className="text-ink-3">N/A</span> },
  { label: 'Signup page', cell: ({ slug }) => <span title={slug}>{slug}</span> },
  { label: 'CRM', cell: (lead) => <DeliveryState lead={lead} /> },
  { label: 'First seen', right: true, cell: ({ firstSeen }) => <Moment at={firstSeen} tz={tz} /> },
]

/** A lead in two lines, for narrow screens. */
export function LeadLines({ lead, tz }: { lead: Lead; tz: string }) {
  const facts = [lead.email, lead.phone || 'N/A', lead.slug, lead.tags.join(', ') || 'No tags']
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">
            <RowLink id={lead.id}>{lead.name || 'Anonymous'}</RowLink>
          </span>
          <NotCounted lead={lead} />
          {lead.utmSource && (
            <span className="max-w-24 shrink-0">
              <Badge>{lead.utmSource}</Badge>
            </span>
          )}
        </span>
        <span className="text-xs text-ink-2">
          <Moment at={lead.firstSeen} tz={tz} />
        </span>
      </div>
      <div className="mt-0.5 flex items-center justify-between gap-3">
        <p className="min-w-0 truncate text-xs text-ink-3">{facts.join(' · ')}</p>
        {lead.delivery.state !== 'delivered' && (
          <span className="shrink-0 text-xs">
            <DeliveryState lead={lead} />
          </span>
        )}
      </div>
    </>
  )
}
