import { applyAll } from './apply-all.ts'

/** The built files of the releases that run or ran lately: whoever opened a page of one may ask a process of another. */
export const up = applyAll([
  `create table built_assets (
    address text primary key,
    type text not null,
    bytes bytea not null,
    is_brotli boolean not null,
    replaced_at timestamptz
  )`,
  `comment on table built_assets is 'The files that pages of the releases in use load. replaced_at says since when the release that was started last has no such file.'`,
  // The files are compressed already; trying again costs time at every read.
  'alter table built_assets alter column bytes set storage external',
])
