import { storedFlag } from '#web/dashboard/ui/stored-flag.ts'

/** Whether this browser was signed in when it was last here. A hint to avoid a flash, never a proof. */
export const signedInHint = storedFlag('leadline.unlocked')
