import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { dayIn } from './due-words.ts'

/** What is to be done next about leads, whatever the range; what is due first stands first. */
export const useNextSteps = () => useQuery(reading('GET /api/next-steps', {}))

/** A line over the leads: how many have a next step and how many are due. Nothing where there is none. */
export function NextStepsLine() {
  const address = useAddress()
  const { data } = useNextSteps()
  const today = dayIn(address.tz, useNow())
  if (!data || data.length === 0) return null
  const due = data.filter(({ dueOn }) => dueOn <= today).length
  return (
    <p className="text-sm text-ink-3">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), part: 'due' }) }}
        preventScrollReset
        className={`inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-2 hover:text-ink md:min-h-6 ${due > 0 ? 'font-medium text-warning' : ''}`}
      >
        {due > 0
          ? `${due.toLocaleString('en-US')} next ${due === 1 ? 'step is' : 'steps are'} due`
          : `${data.length.toLocaleString('en-US')} next ${data.length === 1 ? 'step' : 'steps'}, none due`}
      </Link>
    </p>
  )
}
