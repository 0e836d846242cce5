import { useQuery, useQueryClient } from '@tanstack/react-query'
import { mailLink, telLink } from '#contract/contact-links.ts'
import type { Lead } from '#contract/lead.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { attributionFacts, facebookFacts } from '#web/dashboard/detail/attribution-facts.ts'
import { cachedRow } from '#web/dashboard/detail/cached-row.ts'
import { DetailTabs } from '#web/dashboard/detail/detail-tabs.tsx'
import { type Fact, Facts } from '#web/dashboard/detail/facts.tsx'
import { RawRecord } from '#web/dashboard/detail/raw-record.tsx'
import { UserAgentSections } from '#web/dashboard/detail/user-agent-sections.tsx'
import { FailedList, ListSkeleton } from '#web/dashboard/list/list-states.tsx'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { PersonRights } from './person-rights.tsx'
import { TestLead } from './test-lead.tsx'
import { UnconfirmedDetailsSection } from './unconfirmed-details.tsx'

const link = (href: string | undefined, text: string) =>
  href === undefined ? (
    text
  ) : (
    <a href={href} className="underline decoration-line-strong underline-offset-2 hover:decoration-ink">
      {text}
    </a>
  )

function deliveryFacts(lead: Lead, tz: string): Fact[] {
  const { reason, contactId, deliveredAt } = lead.delivery
  const facts: Fact[] = [{ label: 'State', value: <DeliveryState lead={lead} /> }]
  if (reason) facts.push({ label: 'Reason', value: reason })
  if (deliveredAt) facts.push({ label: 'Delivered', value: fullTime(deliveredAt, tz) })
  facts.push({ label: 'CRM contact', value: contactId?.slice(0, 8), missing: 'Not available' })
  return facts
}

function Sections({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const { tz } = useAddress()
  const facebook = facebookFacts(lead)
  return (
    <>
      {lead.isTest && <TestLead lead={lead} onRemoved={onClose} />}
      <UnconfirmedDetailsSection lead={lead} />
      <Facts
        title="Lead Information"
        facts={[
          { label: 'Name', value: lead.name, missing: 'Anonymous' },
          { label: 'Email', value: link(mailLink(lead.email), lead.email) },
          {
            label: 'Phone',
            value: lead.phone && link(telLink(lead.phoneE164), lead.phone),
            missing: 'N/A',
          },
          { label: 'Lead ID', value: lead.id },
          { label: 'PersonID', value: lead.personId, missing: 'Not available' },
          { label: 'Tags', value: lead.tags.join(', '), missing: 'No tags' },
        ]}
      />
      <Facts
        title="Conversion Details"
        facts={[
          { label: 'Conversion page', value: lead.slug },
          { label: 'Landing path', value: lead.landingPath },
          { label: 'Lead magnet', value: lead.leadMagnet, missing: 'N/A' },
          { label: 'First seen', value: fullTime(lead.firstSeen, tz) },
          { label: 'Last updated', value: fullTime(lead.lastSeen, tz) },
          { label: 'Captures', value: lead.captureCount },
          { label: 'Capture source', value: lead.captureSource },
        ]}
      />
      <Facts title="CRM Delivery" facts={deliveryFacts(lead, tz)} />
      <Facts title="Marketing Attribution & UTM Parameters" facts={attributionFacts(lead)} />
      {facebook.length > 0 && <Facts title="Facebook Pixel & Click Tracking" facts={facebook} />}
      <section aria-labelledby="user-agent-data" className="mt-10">
        <h3 id="user-agent-data" className="mb-3 text-base font-semibold">
          User Agent Data
        </h3>
        <Facts
          title="Network & Identity"
          facts={[
            { label: 'IP address', value: lead.ipAddress, missing: 'Unknown IP' },
            { label: 'Timezone', value: lead.timezone },
            { label: 'Language', value: lead.language },
          ]}
        />
        <UserAgentSections of={lead} />
      </section>
      {lead.additionalData && <RawRecord title="Additional Data" record={lead.additionalData} />}
      <RawRecord title="Complete Lead Record" record={lead} />
      {lead.personId && <PersonRights personId={lead.personId} name={lead.name} />}
    </>
  )
}

/** Everything known about one lead. */
export default function LeadDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['GET /api/leads/:leadId', id],
    queryFn: ({ signal }) => call('GET /api/leads/:leadId', { leadId: id }, { signal }),
  })
  const lead = data ?? cachedRow(client, 'GET /api/customers', (row) => row.id === id)
  return (
    <Dialog title={lead ? lead.name || 'Anonymous' : 'Lead'} shape="panel" onClose={onClose}>
      <DetailTabs label="Lead Details" personId={lead?.personId}>
        {lead ? (
          <Sections lead={lead} onClose={onClose} />
        ) : error ? (
          <FailedList what="This lead" error={error} retry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </DetailTabs>
    </Dialog>
  )
}
