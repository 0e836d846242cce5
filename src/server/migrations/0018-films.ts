import { applyAll } from './apply-all.ts'

/** The owner's films, what is being uploaded, and captions. */
export const up = applyAll([
  `create table films (
    id text primary key,
    form text not null check (form in ('mp4', 'webm')),
    name text not null,
    bytes bigint not null,
    parts jsonb not null,
    seconds double precision,
    width integer not null,
    height integer not null,
    note text not null,
    created_at timestamptz not null
  )`,
  `comment on table films is 'The owner’s films. Their bytes are files of the media folder; parts says which bytes of which file make one up, in order.'`,

  `create table film_uploads (
    id text primary key,
    name text not null,
    bytes bigint not null,
    touched_at timestamptz not null,
    held_by uuid,
    held_until timestamptz,
    release_asked boolean not null default false
  )`,
  `comment on table film_uploads is 'Films that are still arriving; how much has arrived is the size of the file. One process at a time holds one and writes it.'`,

  `create table film_captions (
    hash text primary key,
    text text not null,
    created_at timestamptz not null
  )`,
  `comment on table film_captions is 'Captions of films as WebVTT, named by what they say.'`,
])
