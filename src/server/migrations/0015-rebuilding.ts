import { applyAll } from './apply-all.ts'

/** Making the counts anew goes on where it was stopped. */
export const up = applyAll([
  'alter table counting_state add column visitors_through uuid',
  `comment on column counting_state.visitors_through is 'How far the counts are made from all events: up to this visitor. Null before the first.'`,
])
