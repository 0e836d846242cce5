import type { ListedApplication } from '#contract/application.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { CountAndExport } from '#web/dashboard/export/count-and-export.tsx'
import { BackToLeads } from '#web/dashboard/list/back-to-leads.tsx'
import { ListFrame } from '#web/dashboard/list/list-frame.tsx'
import { EmptyList } from '#web/dashboard/list/list-states.tsx'
import { SearchField } from '#web/dashboard/list/search-field.tsx'
import { useList } from '#web/dashboard/list/use-list.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { AnswerList } from './answer-list.tsx'
import { HiddenApplicationsLine } from './applications-line.tsx'
import { stateOf } from './state-of.ts'

function ApplicationRow({ application, tz }: { application: ListedApplication; tz: string }) {
  const { name, email, phoneText, at, answers, leadId, isFinished, isUnconfirmed } = application
  const title = name ?? email ?? phoneText ?? 'Somebody without a name'
  return (
    <li className="relative border-b border-line py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 font-medium break-words">
          {leadId ? (
            <DetailLink kind="lead" id={leadId}>
              {title}
            </DetailLink>
          ) : (
            title
          )}
        </p>
        <p className={`text-sm ${isFinished ? 'text-ink-2' : 'text-ink-3'}`}>
          {stateOf(application)} ·{' '}
          <span className="text-xs text-ink-3">
            <Moment at={at} tz={tz} />
          </span>
        </p>
      </div>
      <p className="text-xs break-words text-ink-3">
        {[
          name && email,
          (name || email) && phoneText,
          isUnconfirmed && 'from a browser that gave the same email',
          !leadId && 'Not a lead yet',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {/* Over the link that the whole row is. */}
      <div className="relative z-10 w-fit">
        <AnswerList answers={answers} />
      </div>
    </li>
  )
}

/** Who applied in the chosen days, by the form of the site or one elsewhere, and who left it unfinished, with what they answered. */
export function Applications() {
  const address = useAddress()
  const { q, tz, hidden } = address
  const input = {
    ...rangeInput(address),
    q: q || undefined,
    ...(hidden && { hidden: 'true' as const }),
  }
  const list = useList('GET /api/applications', input, 60_000)
  return (
    <section aria-label="Applications">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
        <BackToLeads />
        <SearchField label="Search applications" placeholder="Anything they answered" />
        <span className="ml-auto flex items-center gap-2 max-md:w-full">
          <CountAndExport
            list={list}
            noun={['application', 'applications']}
            file="applications"
            input={input}
          />
        </span>
      </div>
      <h2 className="text-base font-semibold">Applications</h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        What somebody answered is kept from the first answer on. Anyone who left it unfinished may have been
        interrupted: a short message often brings them back.
      </p>
      <HiddenApplicationsLine />
      <ListFrame
        list={list}
        what="Applications"
        empty={
          <EmptyList
            title={
              q !== ''
                ? `No application says “${q}”`
                : hidden
                  ? 'Every application counts'
                  : 'Nobody applied in this period'
            }
          >
            <p>
              {hidden
                ? 'None of the chosen days is left out of the numbers.'
                : 'Whoever answers the first question of your application form appears here.'}
            </p>
          </EmptyList>
        }
      >
        {(rows) => (
          <ul aria-label="Applications" className="border-t border-line">
            {rows.map((application) => (
              <ApplicationRow key={application.id} application={application} tz={tz} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}
