import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Settings } from '#contract/settings.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { changePreferences, preferences } from './preferences.ts'

const key = reading('GET /api/analytics/settings', {}).queryKey
const mutationKey = ['change settings']

/**
 * The owner's settings: what the server keeps with the changes on their way to it, mirrored into this
 * browser's preferences so that the next visit starts with them. A timezone chosen elsewhere takes over
 * unless the address names another.
 */
export function useSettings(): Settings | undefined {
  const { tz } = useAddress()
  const go = useGo()
  const { data } = useQuery(reading('GET /api/analytics/settings', {}))
  const onTheirWay = useMutationState({
    filters: { mutationKey, status: 'pending' },
    // `useChangeSettings` below is the only one that uses this key.
    select: (mutation) => mutation.state.variables as Partial<Settings>,
  })
  const settings = useMemo(() => data && Object.assign({}, data, ...onTheirWay), [data, onTheirWay])
  useEffect(() => {
    if (!settings) return
    const before = preferences()
    const { timezone, autoRefresh, dense } = settings
    if (before.timezone === timezone && before.autoRefresh === autoRefresh && before.dense === dense) return
    changePreferences({ timezone, autoRefresh, dense })
    if (before.timezone !== timezone && tz === before.timezone) go({ tz: timezone }, { replace: true })
  }, [settings, tz, go])
  return settings
}

/**
 * Changes settings: shown at once, taken back with a notice where the server refuses. `onSettled` runs once
 * the last of several changes has been answered.
 */
export function useChangeSettings(onSettled: () => void): (change: Partial<Settings>) => void {
  const client = useQueryClient()
  const save = useMutation({
    mutationKey,
    // In order, so that the last choice is the one that stays.
    scope: { id: 'settings' },
    mutationFn: (change: Partial<Settings>) => call('PUT /api/analytics/settings', change),
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Error', message: `The setting was not saved. ${sentenceOf(error)}`, bad: true })
    },
    onSuccess: async (saved) => {
      // An answer that was asked for before this change must not take it back.
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, saved)
    },
  })
  return (change) => save.mutate(change, { onSettled })
}
