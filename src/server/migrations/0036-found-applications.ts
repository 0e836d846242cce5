import { applyAll } from './apply-all.ts'

/** Applications are counted and found by index, those of our own form and those of one elsewhere. */
export const up = applyAll([
  `create index applications_from_elsewhere on applications (submitted_at desc, id desc) where form_id <> 'own'`,
  'create index application_responses_unfinished on application_responses (updated_at desc, id desc) where finished_at is null',
  'create index application_responses_searched on application_responses using gin (words gin_trgm_ops)',
])
