/**
 * What this page remembers for a reload, once the address no longer tells it: kept in this tab's history entry,
 * which lives where storage is forbidden and ends with the tab. Undefined for what was never kept or is damaged.
 */
export function recall<T>(key: string, isWanted: (value: unknown) => value is T): T | undefined {
  const kept: unknown = Object(history.state)[key]
  return isWanted(kept) ? kept : undefined
}

/** Keeps something under a key for a reload of this page. Never throws. */
export function keep(key: string, value: unknown): void {
  try {
    history.replaceState({ ...Object(history.state), [key]: value }, '')
  } catch {
    // A browser that forbids this has not cleaned the address either: a reload reads it there.
  }
}
