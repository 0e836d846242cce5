import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CalendarSetup, UpcomingCall } from '#contract/calendar.ts'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { type List, useList } from '#web/dashboard/list/use-list.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import type { Topic } from '#web/dashboard/live/use-live.ts'
import { usePolling } from '#web/dashboard/live/use-polling.ts'
import { wholeYear } from '#web/dashboard/time/whole-year.ts'
import { keptInPage } from '#web/dashboard/ui/kept-in-page.ts'
import { keptDay, keptRules, nothingUnsaved, type UnsavedRules, withoutSent } from './unsaved-rules.ts'

/** The private address that is being typed: kept until it is saved, and in the page alone, as it is a secret. */
export const keptAddress = keptInPage<{ address: string }>()('busy')

const setup = reading('GET /api/calendar/setup', {})

/** When calls can be booked, and what keeps times busy. */
export const useCalendarSetup = () => useQuery({ ...setup, ...usePolling(60_000) })

function useSetupChange<Input>(
  make: (input: Input) => Promise<CalendarSetup>,
  title: (input: Input) => string,
  renews: Topic[] = [],
) {
  const client = useQueryClient()
  return useChange({
    make,
    done: (_saved: CalendarSetup, input: Input) => ({ title: title(input) }),
    renews,
    after: (saved) => client.setQueryData(setup.queryKey, saved),
  })
}

type RulesToSave = {
  rules: Partial<CalendarRules>
  /** What is shown as stored: where another window has changed that, nothing is saved. */
  inPlaceOf: CalendarRules
  sent: UnsavedRules
}

/** Saves the rules that are named, which are then kept for the tab no more; the form says what is wrong. */
export const useSaveRules = () =>
  useSetupChange(
    async ({ rules, inPlaceOf, sent }: RulesToSave) => {
      const saved = await call('PUT /api/calendar/setup', { ...rules, inPlaceOf })
      // What was changed meanwhile is still to be saved.
      keptRules.write(withoutSent(keptRules.read() ?? nothingUnsaved, sent))
      const { day = '' } = keptDay.read() ?? {}
      if (sent.days[wholeYear(day)]) keptDay.forget()
      return saved
    },
    () => 'Saved. It applies right away.',
    ['settings'],
  )

/** Sets, or with an empty address removes, the calendar that busy times are read from. */
export const useSaveBusy = () =>
  useSetupChange(
    async (address: string) => {
      const saved = await call('PUT /api/calendar/busy', { address })
      if (keptAddress.read()?.address.trim() === address) keptAddress.forget()
      return saved
    },
    (address) => (address === '' ? 'Calendar removed' : 'Calendar saved and read'),
  )

/** Gives the feed another address. */
export const useRenewFeed = () =>
  useSetupChange(
    () => call('POST /api/calendar/feed/renew', {}),
    () => 'The feed has a new address',
  )

/** Calls that are booked, in whichever calendar; each is one to come until it begins. */
export const useUpcoming = (): List<UpcomingCall> =>
  useList('GET /api/calendar/upcoming', {}, 60_000, { changesByTime: true })
