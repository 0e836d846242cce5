import { useQuery } from '@tanstack/react-query'
import type { PageSetup } from '#contract/page-analytics.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { type Fact, Facts } from '#web/dashboard/detail/facts.tsx'
import { CrmTags } from './crm-tags.tsx'

const moments: Record<string, string> = {
  load: 'when the page opens',
  popup: 'when the form opens',
  submit: 'when the form is sent',
  checkout: 'on the checkout button',
}

function trackingFacts({ isTracked, pixel }: PageSetup): Fact[] {
  const facts: Fact[] = [
    {
      label: 'Own tracking',
      value: isTracked ? 'Visits and page views' : 'Never: these are your own pages',
    },
  ]
  if (!pixel) return [...facts, { label: 'Meta pixel', value: 'Not set up: nothing of it loads' }]
  facts.push({ label: 'Meta pixel', value: pixel.id })
  for (const { event, moment, value, currency, content } of pixel.events) {
    const worth = value === null ? '' : `, ${value} ${currency ?? ''}`.trimEnd()
    facts.push({
      label: event,
      value: `${moments[moment] ?? moment}${worth}${content ? `, “${content}”` : ''}`,
    })
  }
  if (pixel.events.length === 0) facts.push({ label: 'Events', value: 'None on this page' })
  return facts
}

const crmFacts = ({ isCrmConnected, afterLead }: PageSetup): Fact[] => [
  {
    label: 'CRM',
    value: isCrmConnected
      ? 'Connected: leads and tags are delivered'
      : 'Not connected: leads and tags wait here',
  },
  { label: 'Lead form', value: afterLead ? `Yes, then on to ${afterLead}` : 'None on this page' },
]

/** What a page sends today and to whom: tracking, CRM, tags. Nothing here is a guess. */
export function PageSetupCards({ path }: { path: string }) {
  const { data, error } = useQuery({
    queryKey: ['GET /api/pages/:path/setup', path],
    queryFn: ({ signal }) => call('GET /api/pages/:path/setup', { path }, { signal }),
  })
  return (
    <div className="mt-8">
      <CrmTags path={path} />
      {error && !data && <p className="mt-7 text-sm text-warning">{sentenceOf(error)}</p>}
      {data && (
        <div className="mt-7">
          <Facts title="Tracking Codes" facts={trackingFacts(data)} />
          <Facts title="CRM Setup" facts={crmFacts(data)} />
        </div>
      )}
    </div>
  )
}
