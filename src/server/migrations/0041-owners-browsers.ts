import { applyAll } from './apply-all.ts'

/** The owner's own browsers are found among all that are left out, most of which are machines. */
export const up = applyAll([
  "create index visitors_of_owner on visitors (id) where marked_own_at is not null or excluded in ('owner', 'self')",
])
