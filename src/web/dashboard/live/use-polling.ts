import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { useLiveUp } from './live-state.ts'

/**
 * How a read keeps itself current: the live stream says when to read again; while it is down, or when the
 * owner switched on 'Auto-refresh data', the read repeats at its interval (docs/spec.md, 'The dashboard') as well. What
 * `changesByTime` alone always does: the stream tells nothing of that.
 */
export function usePolling(interval: number, changesByTime = false) {
  const { autoRefresh } = usePreferences()
  const down = useLiveUp() === false
  return {
    refetchInterval: autoRefresh || down || changesByTime ? interval : (false as const),
    refetchIntervalInBackground: autoRefresh,
  }
}
