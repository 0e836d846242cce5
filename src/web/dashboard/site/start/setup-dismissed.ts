import { storedFlag } from '#web/dashboard/ui/stored-flag.ts'

/** Whether the owner has put the checklist aside in this browser. */
export const setupDismissed = storedFlag('leadline.setup-dismissed')
