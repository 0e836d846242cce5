import { call } from '#web/dashboard/api/call.ts'
import { setupDismissed } from './setup-dismissed.ts'

/** Whether the owner should find the checklist first: until a first lead has come in, unless it was put aside. */
export async function isFirstRun(): Promise<boolean> {
  if (setupDismissed.isSet()) return false
  try {
    const items = await call('GET /api/site/missing', {})
    return items.some(({ id, state }) => id === 'lead' && state !== 'done')
  } catch {
    // Signing in must not fail because a hint could not be read.
    return false
  }
}
