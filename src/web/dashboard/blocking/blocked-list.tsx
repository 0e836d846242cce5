import { useAddress } from '#web/dashboard/address/use-address.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import type { BlockedEntry } from './blocklist.ts'

type BlockedListProps = {
  entries: BlockedEntry[]
  label: string
  /** The change that is on its way to the server: shown as if it were made. */
  pending: { id: string; active: boolean } | undefined
  /** The entry whose switch waits for its numbers. */
  looking: string | null
  onToggle: (entry: BlockedEntry, active: boolean) => void
}

/** Blocked entries with their state and switch; switching one off brings its traffic back. */
export function BlockedList({ entries: stored, label, pending, looking, onToggle }: BlockedListProps) {
  const { tz } = useAddress()
  const { dense } = usePreferences()
  const entries = stored.map((entry) => (entry.id === pending?.id ? { ...entry, ...pending } : entry))
  return (
    <ul aria-label={label} className="border-t border-line">
      {entries.map((entry) => {
        const { id, value, reason, active, blockedAt } = entry
        return (
          <li
            key={id}
            className={`flex items-center justify-between gap-4 border-b border-line hover:bg-sunken ${dense ? 'md:h-9' : 'py-1.5'}`}
          >
            <div className={`min-w-0 ${dense ? 'md:flex md:items-baseline md:gap-3' : ''}`}>
              <p className={`font-medium break-all ${active ? '' : 'text-ink-2'}`}>{value}</p>
              <p className="text-xs break-words text-ink-3">
                {reason ? `${reason} · ` : ''}
                since {shortTime(blockedAt, tz)}
              </p>
            </div>
            <div className="flex shrink-0 items-center gap-3">
              <span className={`text-xs ${active ? 'text-ink' : 'text-ink-3'}`}>
                {active ? 'Active' : 'Inactive'}
              </span>
              <Switch
                bare
                checked={active}
                disabled={pending?.id === id || looking === id}
                onChange={(checked) => onToggle(entry, checked)}
              >
                Block {value}
              </Switch>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
