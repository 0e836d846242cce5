import { type CsvSeparator, csvSeparators } from '#contract/csv-separator.ts'
import { type Timezone, timezones } from '#contract/range.ts'

/** The owner's choices about the dashboard itself, kept in this browser. */
export type Preferences = {
  timezone: Timezone
  autoRefresh: boolean
  dense: boolean
  /** What parts the cells of files; undefined until it is chosen. It is this computer's alone, as its spreadsheet is. */
  csvSeparator?: CsvSeparator | undefined
}

const KEY = 'leadline.preferences'
const defaults: Preferences = { timezone: timezones[0], autoRefresh: false, dense: false }

/** Reads stored choices; whatever is missing or unreadable takes its default (docs/spec.md, 'Settings'). */
export function readPreferences(stored: string | null): Preferences {
  try {
    const parsed: Partial<Record<keyof Preferences, unknown>> = JSON.parse(stored ?? '{}') ?? {}
    return {
      timezone: timezones.find((name) => name === parsed.timezone) ?? defaults.timezone,
      autoRefresh: parsed.autoRefresh === true,
      dense: parsed.dense === true,
      csvSeparator: csvSeparators.find((one) => one === parsed.csvSeparator),
    }
  } catch {
    return defaults
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // A browser that refuses storage keeps the choices for this page only.
    return null
  }
}

let current: Preferences | undefined
const listeners = new Set<() => void>()

/** The choices as they stand. */
export function preferences(): Preferences {
  current ??= readPreferences(stored())
  return current
}

/** Changes some of the choices, here and for the next time. */
export function changePreferences(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // A browser that refuses storage keeps the choices for this page only.
  }
  for (const tell of listeners) tell()
}

/** Calls the listener whenever a choice changes, until the returned function is called. */
export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
