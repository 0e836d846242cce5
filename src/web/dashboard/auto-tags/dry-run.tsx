import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DryRun as Told } from '#contract/auto-tag-rules.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
import { useDebouncedValue } from '#web/dashboard/ui/use-debounced-value.ts'
import { type Draft, fieldToMend, inputOf, problemsOf } from './rule-draft.ts'
import { dryRunLabel, reasonLabel } from './rule-labels.ts'

const AT_FIRST = 4
const PAUSE = 350

function People({ people }: { people: Told['people'] }) {
  const { tz } = useAddress()
  return (
    <ul className="text-sm">
      {people.map(({ leadId, name, email, at, hasTag, ...cause }) => (
        <li key={leadId} className="border-t border-line py-1.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate" title={email}>
              {name || 'Anonymous'} <span className="text-xs text-ink-3">{email}</span>
            </span>
            <time dateTime={at} className="shrink-0 text-xs text-ink-3 tabular-nums">
              {shortTime(at, tz)}
            </time>
          </span>
          <span className="block text-xs break-words text-ink-3">
            {reasonLabel(cause)}
            {hasTag && ' · has this tag'}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Whom a draft would have tagged in the last 30 days, while it is being written. */
export function DryRun({ draft }: { draft: Draft }) {
  const { tagName, trigger, conditions } = inputOf(draft)
  const wanted = useDebouncedValue(JSON.stringify({ tagName, trigger, conditions }), PAUSE)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['POST /api/auto-tags/rules/dry-run', wanted],
    queryFn: ({ signal }) => call('POST /api/auto-tags/rules/dry-run', JSON.parse(wanted), { signal }),
    placeholderData: keepPreviousData,
  })
  const unreadable = fieldToMend(problemsOf(draft))
  const isRefused = error instanceof CallFailed && error.status === 422
  const refused = isRefused ? fieldToMend(error.fields) : undefined
  const isWaiting = unreadable !== undefined || isRefused
  // What is wrong stands at the field itself, but for what only the server can tell.
  const why = unreadable
    ? `Shown once “${unreadable.name}” is right.`
    : refused
      ? `Shown once “${refused.name}” is right: it ${refused.problem}.`
      : sentenceOf(error)
  const rest = data?.people.slice(AT_FIRST) ?? []
  return (
    <section aria-labelledby="dry-run" className="rounded-md bg-sunken p-4">
      <h3 id="dry-run" className="text-sm font-semibold">
        Tested on the last 30 days
      </h3>
      {isWaiting || error ? (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <p role="status">{isWaiting ? why : `Could not be counted: ${sentenceOf(error)}`}</p>
          {!isWaiting && (
            <Button look="quiet" onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </div>
      ) : (
        <div aria-busy={isPlaceholderData}>
          <p role="status" className="mt-1 mb-2 min-h-5 text-sm text-ink-2">
            {data ? dryRunLabel(data) : 'Counting…'}
          </p>
          {data && <People people={data.people.slice(0, AT_FIRST)} />}
          {rest.length > 0 && (
            <Disclosure
              title={`${rest.length} more${data && data.count > data.people.length ? ', the newest 50 in all' : ''}`}
              place="border-t border-line"
              quiet
            >
              <People people={rest} />
            </Disclosure>
          )}
        </div>
      )}
    </section>
  )
}
