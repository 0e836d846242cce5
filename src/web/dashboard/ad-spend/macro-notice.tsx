import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { MacroMistake } from '#contract/ad-spend.ts'
import { MOST_MACRO_MISTAKES } from '#contract/list-limits.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { siteAddress } from '#web/dashboard/site/site-address.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { useMacroMistakes } from './use-ad-spend.ts'

function OneMistake({ mistake, tz }: { mistake: MacroMistake; tz: string }) {
  const { path, parameters, visits, firstAt } = mistake
  return (
    <li className="py-1">
      <span className="font-mono text-xs break-all">
        {path}?…{parameters.join('&')}
      </span>
      <span className="block text-ink-2 tabular-nums">
        {visits.toLocaleString('en-US')} {visits === 1 ? 'visitor' : 'visitors'} since{' '}
        {shortTime(firstAt, tz)}
      </span>
    </li>
  )
}

/** Says which ad links came through with their macros unfilled, so that nobody can tell which ad it was; nothing as a rule. */
export function MacroNotice({ isShort = false }: { isShort?: boolean }) {
  const address = useAddress()
  const { data } = useMacroMistakes()
  if (!data || data.length === 0) return null
  // Of more links only the latest are read, and the visits of those.
  const isCut = data.length >= MOST_MACRO_MISTAKES
  const links = data.length === 1 ? 'an ad link’s' : `${data.length}${isCut ? ' or more' : ''} ad links’`
  const visits = data.reduce((sum, one) => sum + one.visits, 0)
  return (
    <div role="status" className="mt-4 flex gap-3 rounded-md bg-warning-soft px-4 py-3 text-sm">
      <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-medium">
          {isCut && 'At least '}
          {visits.toLocaleString('en-US')} {visits === 1 ? 'visit' : 'visits'} of the last 30 days cannot be
          matched to an ad: {links} placeholders were not filled in.
        </p>
        {!isShort && (
          <ul className="mt-1">
            {data.map((mistake) => (
              <OneMistake
                key={`${mistake.path} ${mistake.source} ${mistake.parameters.join()}`}
                mistake={mistake}
                tz={address.tz}
              />
            ))}
          </ul>
        )}
        <p className="mt-1 text-ink-2">
          The platform fills in its own placeholders only in its own ads, and only where they are spelled as
          it spells them.{' '}
          <Link
            to={{ search: siteAddress(address, 'ad-links') }}
            className="inline-flex min-h-11 items-center underline underline-offset-2 md:min-h-0"
          >
            Make the link again
          </Link>
        </p>
      </div>
    </div>
  )
}
