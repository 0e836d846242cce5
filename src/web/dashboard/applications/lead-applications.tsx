import { useQuery } from '@tanstack/react-query'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { AnswerList } from './answer-list.tsx'
import { stateOf } from './state-of.ts'

/** What a lead answered in the application form, of all days. Nothing where it answered nothing. */
export function LeadApplications({ leadId }: { leadId: string }) {
  const { tz } = useAddress()
  const { data, error, refetch } = useQuery(reading('GET /api/applications', { leadId, range: 'all' }))
  if (!data && error) return <FailedPart what="Applications" error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className="mt-7">
      <h3 className="mb-1 text-sm font-semibold">Application</h3>
      <ul className="border-t border-line">
        {data.map((application) => (
          <li key={application.id} className="border-b border-line py-1.5 text-sm">
            <p>
              {stateOf(application)}
              <span className="text-xs text-ink-3">
                {' · '}
                <Moment at={application.at} tz={tz} />
                {application.isUnconfirmed && ' · from a browser that gave the same email'}
              </span>
            </p>
            <AnswerList answers={application.answers} />
          </li>
        ))}
      </ul>
    </section>
  )
}
