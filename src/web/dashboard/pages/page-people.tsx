import { Link } from 'react-router'
import type { PageAnalytics } from '#contract/page-analytics.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'

const heading = 'border-b border-line-strong pb-1.5 text-sm font-semibold'
const row =
  'relative flex items-baseline justify-between gap-3 border-b border-line py-2 text-sm hover:bg-sunken'

/** The way on from the newest of a page to all of them. */
function ShowAll({ number, of, search }: { number: number; of: string; search: string }) {
  return (
    <Link
      to={{ search }}
      className="mt-1 inline-flex min-h-11 items-center text-sm text-accent-ink hover:underline md:min-h-9"
    >
      Show all {number.toLocaleString('en-US')} {of} of this page
    </Link>
  )
}

/** Who converted on a page and who was there last; each opens their details. */
export function PagePeople({ page, path }: { page: PageAnalytics; path: string }) {
  const address = useAddress()
  const allOf = (tab: 'visitors' | 'leads') => writeAddress({ ...addressOfTab(address, tab), page: path })
  return (
    <>
      {page.leadDetails.length > 0 && (
        <section className="mt-8">
          <h3 className={heading}>Conversions</h3>
          <ul>
            {page.leadDetails.map((lead) => (
              <li key={lead.id} className={row}>
                <span className="min-w-0 truncate">
                  <DetailLink kind="lead" id={lead.id}>
                    {lead.name || 'Anonymous'}
                  </DetailLink>
                  <span className="ml-2 text-xs text-ink-3">
                    {[lead.email, lead.phone].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="text-xs text-ink-2">
                  <Moment at={lead.first_seen} tz={address.tz} />
                </span>
              </li>
            ))}
          </ul>
          {page.conversions > page.leadDetails.length && (
            <ShowAll number={page.conversions} of="leads" search={allOf('leads')} />
          )}
        </section>
      )}
      <section className="mt-8">
        <h3 className={heading}>Recent Visitors</h3>
        <ul>
          {page.visitors.map((visitor) => (
            <li key={visitor.id} className={row}>
              <span className="min-w-0 truncate">
                <DetailLink kind="visitor" id={visitor.id}>
                  {visitor.ipAddress ?? 'Unknown IP'}
                </DetailLink>
                <span className="ml-2 text-xs text-ink-3">
                  {visitor.timezone ?? 'Unknown location'} · {visitor.visitCount}{' '}
                  {visitor.visitCount === 1 ? 'visit' : 'visits'}, all time
                </span>
              </span>
              <span className="text-xs text-ink-2">
                <Moment at={visitor.lastSeen} tz={address.tz} />
              </span>
            </li>
          ))}
        </ul>
        {page.uniqueVisitors > page.visitors.length && (
          <ShowAll number={page.uniqueVisitors} of="visitors" search={allOf('visitors')} />
        )}
      </section>
    </>
  )
}
