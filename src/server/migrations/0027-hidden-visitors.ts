import { applyAll } from './apply-all.ts'

/** Visitors of whom a block hides all that they did are found without a look at everybody. */
export const up = applyAll([
  'create index visitors_uncounted on visitors (last_seen_at desc, id desc) where last_counted_at is null and excluded is null and was_active',
])
