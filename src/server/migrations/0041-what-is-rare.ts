import { applyAll } from './apply-all.ts'

/** What is rare is found by itself: the owner's own browsers among machines, and details that wait for the owner's word. */
export const up = applyAll([
  "create index visitors_of_owner on visitors (id) where marked_own_at is not null or excluded in ('owner', 'self')",
  "create index lead_captures_unconfirmed on lead_captures (claimed_lead_id) where confirmation = 'open'",
])
