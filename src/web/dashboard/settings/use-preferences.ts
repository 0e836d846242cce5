import { useSyncExternalStore } from 'react'
import { onPreferencesChange, type Preferences, preferences } from './preferences.ts'

/** The owner's choices about the dashboard, current while it is shown. */
export const usePreferences = (): Preferences => useSyncExternalStore(onPreferencesChange, preferences)
