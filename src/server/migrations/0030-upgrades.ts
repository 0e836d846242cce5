import { applyAll } from './apply-all.ts'

/** Which version of the product wrote last, for the name of a backup before an upgrade, and how the last restore went. */
export const up = applyAll([
  'alter table installation add column version text',
  `comment on column installation.version is 'The version of the product that started last.'`,
  'alter table backup_watch add column last_restore jsonb',
  `comment on table backup_watch is 'Since when backups are expected, when the owner was last alerted that there is none, and how the last restore from the dashboard went; one row.'`,
])
