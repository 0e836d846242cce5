import type { Comparison } from '#contract/connections.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { Moment } from '#web/dashboard/time/moment.tsx'

const whatWords = {
  'contact-gone': 'The contact was deleted in the CRM again; it stays deleted.',
  'tag-missing': 'was taken off in the CRM again; it stays off:',
  'other-email': 'The contact has another email in the CRM.',
}

function summary({ compared, repaired, toCompare, finishedAt }: Comparison): string {
  if (!finishedAt) return `${compared} of ${toCompare} leads compared so far`
  if (compared === 0) return 'no lead to compare'
  return `${compared} ${compared === 1 ? 'lead' : 'leads'} compared, ${repaired} put right`
}

/** What the newest comparison with the CRM found, and what it could not put right. */
export function CrmComparison({ comparison }: { comparison: Comparison | null }) {
  const { tz } = useAddress()
  if (!comparison)
    return <p className="mt-2 text-sm text-ink-2">Not compared with the CRM yet. It is done every day.</p>
  return (
    <div className="mt-2 text-sm text-ink-2">
      <p>
        Compared <Moment at={comparison.startedAt} tz={tz} />: {summary(comparison)}.
        {comparison.reason && ` ${comparison.reason}`}
      </p>
      {comparison.differences.length > 0 && (
        <ul aria-label="Differences" className="mt-1 border-t border-line">
          {comparison.differences.map(({ leadId, name, what, detail }) => (
            <li
              key={`${leadId} ${what} ${detail}`}
              className="relative border-b border-line py-2 break-words"
            >
              <DetailLink kind="lead" id={leadId}>
                {name}
              </DetailLink>{' '}
              {what === 'tag-missing' ? `A tag ${whatWords[what]} ${detail}` : whatWords[what]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
