import type { Visitor } from '#contract/visitor.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { attributionFacts, facebookFacts } from '#web/dashboard/detail/attribution-facts.ts'
import { Facts } from '#web/dashboard/detail/facts.tsx'
import { RawRecord } from '#web/dashboard/detail/raw-record.tsx'
import { UserAgentSections } from '#web/dashboard/detail/user-agent-sections.tsx'
import { fullTime } from '#web/dashboard/time/clock-time.ts'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { visitorName } from './visitor-name.tsx'

/** Everything known about one visitor (product.md §2 Visitor detail). */
export default function VisitorDetail({ visitor, onClose }: { visitor: Visitor; onClose: () => void }) {
  const { tz } = useAddress()
  const facebook = facebookFacts(visitor)
  return (
    <Dialog title={visitorName(visitor)} shape="panel" onClose={onClose}>
      <Facts
        title="Visits"
        facts={[
          { label: 'First visit', value: fullTime(visitor.firstSeen, tz) },
          { label: 'Last visit', value: fullTime(visitor.lastSeen, tz) },
          { label: 'Visits', value: visitor.visitCount },
          { label: 'Page views', value: visitor.pageViewCount },
          { label: 'Landing path', value: visitor.landingPath },
        ]}
      />
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
      <Facts title="Marketing Attribution & UTM Parameters" facts={attributionFacts(visitor)} />
      {facebook.length > 0 && <Facts title="Facebook Pixel & Click Tracking" facts={facebook} />}
      <UserAgentSections of={visitor} />
      {visitor.additionalData && <RawRecord title="Additional Data" record={visitor.additionalData} />}
      <RawRecord title="Complete Record" record={visitor} />
    </Dialog>
  )
}
