import { useQuery, useQueryClient } from '@tanstack/react-query'
import { takesMail } from '#contract/contact-links.ts'
import type { VisitorDetail as Told } from '#contract/journey.ts'
import type { Lead } from '#contract/lead.ts'
import { MOST_VIEWS } from '#contract/most-views.ts'
import { sourceName } from '#contract/source-name.ts'
import type { PageView, Visitor } from '#contract/visitor.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { BlockAddress } from '#web/dashboard/blocking/block-address.tsx'
import { attributionFacts, facebookFacts } from '#web/dashboard/detail/attribution-facts.ts'
import { cachedRow } from '#web/dashboard/detail/cached-row.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { DetailSkeleton } from '#web/dashboard/detail/detail-skeleton.tsx'
import { DetailTabs } from '#web/dashboard/detail/detail-tabs.tsx'
import { deviceLabel } from '#web/dashboard/detail/device-label.ts'
import { Facts } from '#web/dashboard/detail/facts.tsx'
import { PersonHeader } from '#web/dashboard/detail/person-header.tsx'
import { RawRecord } from '#web/dashboard/detail/raw-record.tsx'
import { Technical } from '#web/dashboard/detail/technical.tsx'
import { UserAgentSections } from '#web/dashboard/detail/user-agent-sections.tsx'
import { EmailLink, PhoneLink } from '#web/dashboard/leads/contact-link.tsx'
import { originOf } from '#web/dashboard/leads/origin.ts'
import { FailedList } from '#web/dashboard/list/list-states.tsx'
import { referrerName } from '#web/dashboard/pages/referrers.ts'
import { ViewsKeptFrom } from '#web/dashboard/retention/views-kept-from.tsx'
import { fullTime, shortTime } from '#web/dashboard/time/clock-time.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { counted } from '#web/dashboard/ui/counted.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { FactLine } from '#web/dashboard/ui/fact-line.tsx'
import { useOwnBrowser } from './use-own-browser.ts'
import { visitorName } from './visitor-name.tsx'

const AT_FIRST = 10

function Rows({ views, tz }: { views: PageView[]; tz: string }) {
  return (
    <ol>
      {views.map((view) => (
        <li
          key={view.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-1.5 text-sm"
        >
          <span className="min-w-0 break-words">{view.page}</span>
          <time dateTime={view.timestamp} className="text-xs leading-5 text-ink-3 tabular-nums">
            {shortTime(view.timestamp, tz)}
          </time>
          <span className="col-span-2 min-w-0 text-xs break-words text-ink-3">
            <FactLine
              of={[
                view.metadata.title,
                sourceName(view),
                view.referrer && `from ${referrerName(view.referrer)}`,
              ]}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A visitor's page views with their titles, newest first; older ones are folded away. */
function PageViewHistory({ views, tz }: { views: PageView[]; tz: string }) {
  const older = views.slice(AT_FIRST)
  return (
    <section className="mt-7">
      <h3 className="mb-1 border-b border-line pb-1 text-sm font-semibold">Page View History</h3>
      {views.length === 0 && <p className="py-1.5 text-sm text-ink-3">No page views</p>}
      <Rows views={views.slice(0, AT_FIRST)} tz={tz} />
      {older.length > 0 && (
        <Disclosure title={counted(older.length, 'earlier page view')} quiet>
          <Rows views={older} tz={tz} />
        </Disclosure>
      )}
      {views.length >= MOST_VIEWS && (
        <p className="mt-2 text-xs text-ink-3">The newest {MOST_VIEWS} page views are shown.</p>
      )}
    </section>
  )
}

const otherReasons: Record<string, string> = {
  bot: 'A crawler or link preview: it is not counted anyway.',
  program: 'A program or automated browser: it is not counted anyway.',
  owner: 'You signed in with this browser: it is not counted anyway.',
  prefetch: 'Only a preview of a link: it is not counted anyway.',
}

/** 'This is me': leaves a browser out of every number, and takes that back. */
function OwnBrowser({ visitor, isMarkedOwn }: { visitor: Visitor; isMarkedOwn: boolean }) {
  const mark = useOwnBrowser()
  const other = visitor.excluded === null ? undefined : otherReasons[visitor.excluded]
  const failed = mark.error && !isSignedOut(mark.error)
  if (other && !isMarkedOwn)
    return <p className="mt-7 rounded-md bg-sunken px-4 py-3 text-sm text-ink-2">{other}</p>
  return (
    <section aria-label="Is this you?" className="mt-7 rounded-md bg-sunken px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="py-1.5 text-sm text-ink-2">
          {isMarkedOwn
            ? 'This is you: nothing from this browser counts, including its leads.'
            : 'Is this your own browser? Leave it out of the numbers.'}
        </p>
        <Button
          disabled={mark.isPending}
          onClick={() => mark.mutate({ id: visitor.id, excluded: !isMarkedOwn })}
        >
          {mark.isPending ? 'Recounting…' : isMarkedOwn ? 'Count it again' : 'This is me'}
        </Button>
      </div>
      {failed && (
        <p role="alert" className="pb-2 text-sm text-danger">
          That did not work. Please try again.
        </p>
      )}
    </section>
  )
}

function LinkedCustomer({ customer, tz }: { customer: Lead; tz: string }) {
  return (
    <Facts
      title="Linked Customer"
      facts={[
        {
          label: 'Customer',
          value: (
            <span className="relative underline decoration-line-strong underline-offset-2">
              <DetailLink kind="lead" id={customer.id}>
                {customer.name || 'Anonymous'}
              </DetailLink>
            </span>
          ),
        },
        {
          label: 'Email',
          value: takesMail(customer.email) ? (
            <EmailLink email={customer.email} className="max-w-full wrap-anywhere" />
          ) : null,
          missing: 'Not provided',
        },
        {
          label: 'Phone',
          value: customer.phone && <PhoneLink lead={customer} />,
          missing: 'Not provided',
        },
        { label: 'Capture source', value: customer.captureSource },
        { label: 'Signup page', value: customer.slug },
        { label: 'Captured', value: fullTime(customer.firstSeen, tz) },
        { label: 'Tags', value: customer.tags.join(', '), missing: 'No tags' },
      ]}
    />
  )
}

function Sections({ visitor, told }: { visitor: Visitor; told: Told | undefined }) {
  const { tz } = useAddress()
  const facebook = facebookFacts(visitor)
  return (
    <>
      <Facts
        title="Visits"
        facts={[
          { label: 'First visit', value: fullTime(visitor.firstSeen, tz) },
          { label: 'Last visit', value: fullTime(visitor.lastSeen, tz) },
          { label: 'Visits, all time', value: visitor.visitCount },
          { label: 'Page views, all time', value: visitor.pageViewCount },
          { label: 'Landing path', value: visitor.landingPath },
        ]}
      />
      {told && <PageViewHistory views={told.pageViews} tz={tz} />}
      {told && <ViewsKeptFrom at={told.viewsKeptFrom} className="mt-2" />}
      {told?.customer && <LinkedCustomer customer={told.customer} tz={tz} />}
      <div className="mt-7">
        <Facts title="Marketing Attribution & UTM Parameters" facts={attributionFacts(visitor)} />
      </div>
      {told && <OwnBrowser visitor={visitor} isMarkedOwn={told.isMarkedOwn} />}
      {visitor.ipAddress && (
        <section
          aria-label="The address"
          className="mt-2 flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-sunken px-4 py-2"
        >
          <p className="py-1.5 text-sm break-all text-ink-2">Came from {visitor.ipAddress}</p>
          <BlockAddress address={visitor.ipAddress} />
        </section>
      )}
      <Technical>
        <Facts
          title="Network & Identity"
          facts={[
            { label: 'PersonID', value: visitor.personId, missing: 'Not available' },
            { label: 'IP address', value: visitor.ipAddress, missing: 'Unknown IP' },
            { label: 'Name', value: visitor.name, missing: 'Anonymous' },
            { label: 'Email', value: visitor.email, missing: 'Not provided' },
            { label: 'Phone', value: visitor.phone, missing: 'Not provided' },
            { label: 'Timezone', value: visitor.timezone },
            { label: 'Language', value: visitor.language },
            { label: 'Fingerprint', value: visitor.fingerprint?.slice(0, 16), missing: 'Not available' },
          ]}
        />
        {facebook.length > 0 && <Facts title="Facebook Pixel & Click Tracking" facts={facebook} />}
        <UserAgentSections of={visitor} />
        {visitor.additionalData && <RawRecord title="Additional Data" record={visitor.additionalData} />}
        {told?.customer && <RawRecord title="Complete Lead Record" record={told.customer} />}
        <RawRecord title="Complete Visitor Record" record={visitor} />
      </Technical>
    </>
  )
}

/** Who an unknown visitor is as far as that is known: where from, on what, and when last. */
function AnonymousHeader({ visitor, tz }: { visitor: Visitor; tz: string }) {
  const origin = originOf(visitor)
  return (
    <p className="mb-4 text-sm break-words text-ink-2">
      {origin.length === 0 ? 'Came directly' : 'From '}
      <FactLine of={origin} />
      <span className="text-ink-3">
        {deviceLabel(visitor.device) && `, ${deviceLabel(visitor.device)}`}
        {', last here '}
        <Moment at={visitor.lastSeen} tz={tz} within />
      </span>
    </p>
  )
}

/** Everything known about one visitor. */
export default function VisitorDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const { tz } = useAddress()
  const { data, error, refetch } = useQuery(reading('GET /api/visitors/:id', { id }))
  const visitor = data?.visitor ?? cachedRow(client, 'GET /api/visitors', (row) => row.id === id)
  return (
    <Dialog title={visitor ? visitorName(visitor) : 'Visitor'} shape="panel" onClose={onClose}>
      {data?.customer ? (
        <PersonHeader lead={data.customer} tz={tz} />
      ) : (
        visitor && <AnonymousHeader visitor={visitor} tz={tz} />
      )}
      <DetailTabs label="Details" personId={visitor?.personId}>
        {visitor ? (
          <Sections visitor={visitor} told={data} />
        ) : error ? (
          <FailedList what="This visitor" error={error} retry={() => void refetch()} />
        ) : (
          <DetailSkeleton />
        )}
      </DetailTabs>
    </Dialog>
  )
}
