import { Link } from 'react-router'
import type { LeadToDo } from '#contract/notes.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { dayIn } from './due-words.ts'

/** What is to be done next about leads, whatever the range; what is due first stands first. */
export const useNextSteps = (): List<LeadToDo> => useList('GET /api/next-steps', {}, 60_000)

/** A line over the leads: how many have a next step and how many are due. Nothing where there is none. */
export function NextStepsLine() {
  const address = useAddress()
  const { rows, total } = useNextSteps()
  const today = dayIn(address.tz, useNow())
  if (!rows || rows.length === 0) return null
  const due = rows.filter(({ dueOn }) => dueOn <= today).length
  // What is due stands first: where all that were read are, there may be more.
  const orMore = due === rows.length && total > due ? '+' : ''
  return (
    <p className="text-sm text-ink-3">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'due' }) }}
        preventScrollReset
        className={`inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6 ${due > 0 ? 'font-medium text-warning' : ''}`}
      >
        {due > 0
          ? `${due.toLocaleString('en-US')}${orMore} next ${due === 1 && orMore === '' ? 'step is' : 'steps are'} due`
          : `${total.toLocaleString('en-US')} next ${total === 1 ? 'step' : 'steps'}, none due`}
      </Link>
    </p>
  )
}
