import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { isSignedOut, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { changePreferences, preferences } from './preferences.ts'

const key = reading('GET /api/analytics/settings', {}).queryKey

/**
 * The owner's settings as the server keeps them, mirrored into this browser's preferences so that the next
 * visit starts with them. A timezone chosen elsewhere takes over unless the address names another.
 */
export function useSettings(): Settings | undefined {
  const { tz } = useAddress()
  const go = useGo()
  const { data } = useQuery(reading('GET /api/analytics/settings', {}))
  useEffect(() => {
    if (!data) return
    const before = preferences()
    const { timezone, autoRefresh, dense } = data
    if (before.timezone === timezone && before.autoRefresh === autoRefresh && before.dense === dense) return
    changePreferences({ timezone, autoRefresh, dense })
    if (before.timezone !== timezone && tz === before.timezone) go({ tz: timezone }, { replace: true })
  }, [data, tz, go])
  return data
}

/** Changes settings: shown at once, taken back with a notice where the server refuses. */
export function useChangeSettings(): (change: Partial<Settings>) => void {
  const client = useQueryClient()
  const save = useMutation({
    scope: { id: 'settings' },
    mutationFn: ({ change }: { change: Partial<Settings>; before: Settings | undefined }) =>
      call('PUT /api/analytics/settings', change),
    onError: (error, { before }) => {
      client.setQueryData(key, before)
      if (!isSignedOut(error))
        showToast({ title: 'Error', message: `The setting was not saved. ${sentenceOf(error)}`, bad: true })
    },
    onSuccess: (saved) => client.setQueryData(key, saved),
  })
  return (change) => {
    const before = client.getQueryData<Settings>(key)
    // An answer that was asked for before this change must not take it back.
    void client.cancelQueries({ queryKey: key })
    client.setQueryData<Settings>(key, { ...(before ?? defaultSettings), ...change })
    save.mutate({ change, before })
  }
}
