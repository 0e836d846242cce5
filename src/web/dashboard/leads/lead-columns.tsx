import type { Lead } from '#contract/lead.ts'
import { sourceName } from '#contract/source-name.ts'
import { RowLink } from '#web/dashboard/list/row-link.tsx'
import type { Column } from '#web/dashboard/list/row-list.tsx'
import type { SortColumn } from '#web/dashboard/list/sort-controls.tsx'
import { NewMark } from '#web/dashboard/news/new-mark.tsx'
import { DueMark } from '#web/dashboard/notes/due-mark.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { EmailLink, PhoneLink } from './contact-link.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { adOf, originOf } from './origin.ts'
import { Stage } from './stage.tsx'

/** The columns' widths; see `leadColumns`. */
export const leadGrid =
  'grid-cols-[minmax(0,1.3fr)_9.5rem_minmax(0,1.5fr)_minmax(0,1.6fr)_minmax(0,1fr)_5.5rem_5.5rem]'

/** The same without the CRM's column: where none is connected, nothing waits for one. */
export const leadGridWithoutCrm =
  'grid-cols-[minmax(0,1.3fr)_9.5rem_minmax(0,1.5fr)_minmax(0,1.6fr)_minmax(0,1fr)_5.5rem]'

/** Why no number holds a lead, where that is so. */
function NotCounted({ lead }: { lead: Lead }) {
  if (lead.isTest) return <Badge title="Your own test: not in any number">Test</Badge>
  return lead.isCounted ? null : <Badge title="Not in any number">Hidden</Badge>
}

/** The row's name with what stands beside it, or below where both would be cut. */
function Name({ lead, since, dense = false }: { lead: Lead; since: string | null; dense?: boolean }) {
  const isNew = since !== null && (lead.firstSeen > since || lead.stageAt > since)
  return (
    <span className={`flex min-w-0 items-center gap-x-2 gap-y-0.5 ${dense ? '' : 'flex-wrap'}`}>
      <span className="flex max-w-full min-w-0 items-center gap-2">
        {isNew && <NewMark />}
        <span dir="auto" className="truncate text-left">
          <RowLink id={lead.id}>{lead.name || 'Anonymous'}</RowLink>
        </span>
      </span>
      {lead.isUnconfirmed && <Badge title="Details changed, unconfirmed: open the lead">Unconfirmed</Badge>}
      <NotCounted lead={lead} />
    </span>
  )
}

// A form sent twice in a row is one coming.
const CAME_AGAIN_MS = 3_600_000

/** When a lead came first; where it came again, when it last did, which is where it stands in the list. */
function CameAt({ lead, tz, dense = false }: { lead: Lead; tz: string; dense?: boolean }) {
  const cameAgain = Date.parse(lead.lastSeen) - Date.parse(lead.firstSeen) >= CAME_AGAIN_MS
  return (
    <>
      <Moment at={lead.firstSeen} tz={tz} />
      {cameAgain && !dense && (
        <span className="block text-xs text-ink-3">
          again <Moment at={lead.lastSeen} tz={tz} within />
        </span>
      )}
    </>
  )
}

/** Which ad brought a lead: its source, and beside it the ad. */
function Origin({ lead }: { lead: Lead }) {
  const source = sourceName(lead)
  const ad = adOf(lead)
  return (
    <div className="flex min-w-0 items-center gap-2" title={originOf(lead).join(' · ')}>
      {source === null ? (
        <span className="text-ink-3">N/A</span>
      ) : (
        <span className="max-w-28 shrink-0">
          <Badge title={source}>{source}</Badge>
        </span>
      )}
      {ad !== null && <span className="min-w-0 truncate">{ad}</span>}
    </div>
  )
}

/** What leads can be sorted by, as their columns are called. */
export const leadSortColumns = {
  name: { sort: 'name', label: 'Name' },
  stage: { sort: 'stage', label: 'Stage', isNumber: true },
  source: { sort: 'source', label: 'UTM source' },
  ad: { sort: 'ad', label: 'Ad' },
  email: { sort: 'email', label: 'Email' },
  phone: { sort: 'phone', label: 'Phone' },
  page: { sort: 'page', label: 'Signup page' },
  crm: { sort: 'crm', label: 'CRM' },
  firstSeen: { sort: 'first-seen', label: 'First seen', isNumber: true },
  nextStep: { sort: 'next-step', label: 'Next step' },
} satisfies Record<string, SortColumn>

type LeadColumnsOptions = { tz: string; dense: boolean; since: string | null; hasCrm: boolean }

/** The columns of the leads table. */
export function leadColumns({ tz, dense, since, hasCrm }: LeadColumnsOptions): Column<Lead>[] {
  const { name, stage, source, ad, email, phone, page, crm, firstSeen, nextStep } = leadSortColumns
  return [
    {
      label: 'Name',
      sorts: [name, nextStep],
      cell: (lead) => (
        <>
          <Name lead={lead} since={since} dense={dense} />
          {lead.nextStep && (
            <div className="truncate text-xs">
              <DueMark step={lead.nextStep} />
            </div>
          )}
        </>
      ),
    },
    { label: 'Stage', sorts: [stage], cell: (lead) => <Stage lead={lead} /> },
    { label: 'Ad', sorts: [source, ad], cell: (lead) => <Origin lead={lead} /> },
    {
      label: 'Contact',
      sorts: [email, phone],
      cell: (lead) => (
        <div className={dense ? 'flex items-baseline gap-3' : 'flex flex-col items-start'}>
          <EmailLink email={lead.email} className="max-w-full min-w-0 truncate" />
          <PhoneLink lead={lead} className="text-xs text-ink-2 tabular-nums" />
        </div>
      ),
    },
    { label: 'Signup page', sorts: [page], cell: ({ slug }) => <span title={slug}>{slug}</span> },
    ...(hasCrm ? [{ label: 'CRM', sorts: [crm], cell: (lead: Lead) => <DeliveryState lead={lead} /> }] : []),
    {
      label: 'First seen',
      sorts: [firstSeen],
      right: true,
      cell: (lead) => <CameAt lead={lead} tz={tz} dense={dense} />,
    },
  ]
}

type LeadLinesProps = Pick<LeadColumnsOptions, 'tz' | 'since' | 'hasCrm'> & { lead: Lead }

/** A lead in two lines, for narrow screens: who, how far, which number to call, and which ad; in between what is due. */
export function LeadLines({ lead, tz, since, hasCrm }: LeadLinesProps) {
  const origin = [sourceName(lead), adOf(lead)].filter(Boolean)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <Name lead={lead} since={since} />
        <span className="shrink-0 text-right text-xs text-ink-2">
          <CameAt lead={lead} tz={tz} />
        </span>
      </div>
      {lead.nextStep && (
        <p className="mt-1 truncate text-xs">
          <DueMark step={lead.nextStep} />
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <span className="shrink-0">
          <Stage lead={lead} />
        </span>
        {/* Its room to press ends where names begin: a press on one must not dial. So it reaches below, and is the last line. */}
        <PhoneLink
          lead={lead}
          className="-mt-1! -mb-6! inline-flex max-w-full items-start! pt-1 pb-6 tabular-nums wrap-anywhere"
        />
        <span className="min-w-0 flex-1 basis-16 truncate text-right text-ink-3">
          <FactLine of={origin} />
        </span>
        {hasCrm && lead.delivery.state !== 'delivered' && lead.delivery.state !== 'waiting' && (
          <span className="shrink-0">
            <DeliveryState lead={lead} />
          </span>
        )}
      </div>
    </>
  )
}
