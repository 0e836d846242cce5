import { applyAll } from './apply-all.ts'

/** The counted captures of leads in the order of their times: who was captured in a range is told by this index alone. */
export const up = applyAll([
  'create index lead_captures_counted on lead_captures (at desc, lead_id desc) where lead_id is not null and not hidden',
])
