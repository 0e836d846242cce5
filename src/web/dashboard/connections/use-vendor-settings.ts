import type { EnteredVendor, VendorValues } from '#contract/vendor-settings.ts'
import { call } from '#web/dashboard/api/call.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import type { Topic } from '#web/dashboard/live/use-live.ts'
import { unsavedValues } from './unsaved-values.ts'

const renews: Topic[] = ['connections', 'site', 'tags']

/** Keeps what was entered for a vendor; the form itself says what is wrong. */
export const useEnterVendor = (vendor: EnteredVendor, after: () => void) =>
  useChange({
    make: async (values: VendorValues) => {
      const answer = await call('PUT /api/connections/:vendor/settings', { vendor, ...values })
      unsavedValues(vendor).forget()
      return answer
    },
    done: ({ message }) => ({ title: 'Saved', message }),
    renews,
    after,
  })

/** Forgets what was entered for a vendor. */
export const useRemoveVendor = (vendor: EnteredVendor, after: () => void) =>
  useChange({
    make: () => call('DELETE /api/connections/:vendor/settings', { vendor }),
    done: { title: 'Removed', message: 'What was entered is forgotten in every process.' },
    failed: 'Failed to remove it',
    renews,
    after,
  })
