import { applyAll } from './apply-all.ts'

/** The site’s texts and pictures. */
export const up = applyAll([
  `create table site_versions (
    version integer primary key check (version > 0),
    content jsonb not null,
    published_at timestamptz not null,
    published_by text,
    note text not null,
    changed_paths text[] not null,
    changed_count integer not null,
    restored_from integer
  )`,
  `comment on table site_versions is 'Every published content; versions only grow.'`,

  `create table site_draft (
    id integer primary key check (id = 1),
    revision integer not null,
    content jsonb,
    base jsonb,
    saved_at timestamptz,
    saved_by text
  )`,
  `comment on table site_draft is 'Without content the draft is what is published. base is what was published when it was saved.'`,

  `create table site_pictures (
    hash text primary key,
    address text not null,
    width integer not null,
    height integer not null,
    bytes integer not null,
    created_at timestamptz not null
  )`,
  `comment on table site_pictures is 'The pictures that pages show.'`,

  `create table site_picture_files (
    name text primary key,
    hash text not null references site_pictures (hash) on delete cascade,
    type text not null,
    bytes bytea not null
  )`,
  `comment on table site_picture_files is 'Each picture in its sizes and formats.'`,
  'create index site_picture_files_by_picture on site_picture_files (hash)',
  // Pictures are compressed already; trying again costs time at every read.
  'alter table site_picture_files alter column bytes set storage external',
  'insert into site_draft (id, revision) values (1, 0)',
])
