import { useQuery, useQueryClient } from '@tanstack/react-query'
import { takesMail } from '#contract/contact-links.ts'
import type { Lead } from '#contract/lead.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { LeadApplications } from '#web/dashboard/applications/lead-applications.tsx'
import { useHasCrm } from '#web/dashboard/connections/use-has-crm.ts'
import { attributionFacts, facebookFacts } from '#web/dashboard/detail/attribution-facts.ts'
import { cachedRow } from '#web/dashboard/detail/cached-row.ts'
import { DetailSkeleton } from '#web/dashboard/detail/detail-skeleton.tsx'
import { DetailTabs } from '#web/dashboard/detail/detail-tabs.tsx'
import { type Fact, Facts } from '#web/dashboard/detail/facts.tsx'
import { PersonHeader } from '#web/dashboard/detail/person-header.tsx'
import { RawRecord } from '#web/dashboard/detail/raw-record.tsx'
import { Technical } from '#web/dashboard/detail/technical.tsx'
import { UserAgentSections } from '#web/dashboard/detail/user-agent-sections.tsx'
import { FailedList } from '#web/dashboard/list/list-states.tsx'
import { useChange } from '#web/dashboard/live/use-change.ts'
import { NoMailbox, PersonMails } from '#web/dashboard/mail/person-mails.tsx'
import { LeadNotes } from '#web/dashboard/notes/lead-notes.tsx'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { EmailLink, PhoneLink } from './contact-link.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { PersonRights } from './person-rights.tsx'
import { UnconfirmedDetailsSection } from './unconfirmed-details.tsx'

/** What a test lead of the owner's is, and the two things to do with it: send it like any other, or remove it. */
function TestLead({ lead, onRemoved }: { lead: Lead; onRemoved: () => void }) {
  const send = useChange({
    make: () => call('POST /api/leads/:leadId/send-test', { leadId: lead.id }),
    done: { title: 'On its way', message: 'The test is delivered like any other lead.' },
    renews: ['leads', 'tags'],
  })
  const remove = useChange({
    make: () => call('POST /api/people/:personId/erase', { personId: lead.personId }),
    done: { title: 'Test removed' },
    renews: ['visitors', 'leads', 'tags'],
    after: onRemoved,
  })
  const hasCrm = useHasCrm()
  // Whoever signed in only after the form was sent may find it delivered.
  const isSent = !lead.isHeld || lead.delivery.state === 'delivered'
  const isBusy = send.isPending || remove.isPending
  return (
    <section aria-label="Your test" className="mb-6 rounded-md bg-sunken px-4 py-3">
      <p className="text-sm text-ink-2">
        Your own test: it came from a browser you signed in with. It is not in any number
        {isSent ? '; it was sent like any other lead.' : ', and it was not sent anywhere.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!isSent && hasCrm && (
          <Button disabled={isBusy} onClick={() => send.mutate()}>
            {send.isPending ? 'Sending…' : 'Send it to the CRM'}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Removing…' : 'Remove this test'}
        </Button>
      </div>
      <Failure of={send.error ?? remove.error} />
    </section>
  )
}

function deliveryFacts(lead: Lead, tz: string): Fact[] {
  const { reason, contactId, deliveredAt } = lead.delivery
  const facts: Fact[] = [{ label: 'State', value: <DeliveryState lead={lead} /> }]
  if (reason) facts.push({ label: 'Reason', value: reason })
  if (deliveredAt) facts.push({ label: 'Delivered', value: fullTime(deliveredAt, tz) })
  facts.push({ label: 'CRM contact', value: contactId?.slice(0, 8), missing: 'Not available' })
  return facts
}

function Sections({ lead }: { lead: Lead }) {
  const { tz } = useAddress()
  const facebook = facebookFacts(lead)
  const hasCrm = useHasCrm()
  return (
    <>
      <Facts
        title="Lead Information"
        facts={[
          { label: 'Name', value: lead.name, missing: 'Anonymous' },
          {
            label: 'Email',
            missing: 'Erased',
            value: takesMail(lead.email) ? (
              <EmailLink email={lead.email} className="max-w-full wrap-anywhere" />
            ) : null,
          },
          { label: 'Phone', value: <PhoneLink lead={lead} /> },
        ]}
      />
      <LeadApplications leadId={lead.id} />
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
      {lead.personId && <PersonMails personId={lead.personId} />}
      {(hasCrm || lead.delivery.state === 'delivered') && (
        <Facts title="CRM Delivery" facts={deliveryFacts(lead, tz)} />
      )}
      <Facts title="Marketing Attribution & UTM Parameters" facts={attributionFacts(lead)} />
      <Technical>
        <Facts
          title="Identity"
          facts={[
            { label: 'Lead ID', value: lead.id },
            { label: 'PersonID', value: lead.personId, missing: 'Not available' },
            { label: 'Phone as typed', value: lead.phone, missing: 'N/A' },
            { label: 'Tags', value: lead.tags.join(', '), missing: 'No tags' },
          ]}
        />
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
      </Technical>
      {lead.personId && <PersonRights personId={lead.personId} name={lead.name} />}
    </>
  )
}

/** Everything known about one lead. */
export default function LeadDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const { tz } = useAddress()
  const { data, error, refetch } = useQuery(reading('GET /api/leads/:leadId', { leadId: id }))
  const lead = data ?? cachedRow(client, 'GET /api/customers', (row) => row.id === id)
  return (
    <Dialog title={lead ? lead.name || 'Anonymous' : 'Lead'} shape="panel" onClose={onClose}>
      {lead && (
        <>
          <PersonHeader lead={lead} tz={tz} />
          {lead.isTest && <TestLead lead={lead} onRemoved={onClose} />}
          <UnconfirmedDetailsSection lead={lead} />
          {lead.personId && <NoMailbox personId={lead.personId} />}
          <LeadNotes key={lead.id} leadId={lead.id} />
        </>
      )}
      <DetailTabs label="Lead Details" personId={lead?.personId}>
        {lead ? (
          <Sections lead={lead} />
        ) : error ? (
          <FailedList what="This lead" error={error} retry={() => void refetch()} />
        ) : (
          <DetailSkeleton />
        )}
      </DetailTabs>
    </Dialog>
  )
}
