import { applyAll } from './apply-all.ts'

/** What people answered as words that can be searched, and an index by which the words of old mails are found. */
export const up = applyAll([
  `create function answer_words(answers jsonb) returns text language sql immutable parallel safe
    set search_path = pg_catalog as $function$
      select coalesce(string_agg(one ->> 'answer', chr(10)), '') from jsonb_array_elements(answers) one
    $function$`,
  'alter table applications add column words text not null generated always as (answer_words(answers)) stored',
  `comment on column applications.words is 'What was answered, a line each, to be searched.'`,

  `alter table application_responses add column words text not null default ''`,
  `comment on column application_responses.words is 'What was answered so far in the words of the form, a line each, to be searched.'`,
  `update application_responses response set words = coalesce(
    (select application.words from applications application where application.id = response.external_event_id),
    (select string_agg(value #>> '{}', chr(10)) from jsonb_each(response.answers)), '')`,

  // As every other search: quick where the database has the extension, and the same without.
  `do $block$ begin
    create index applications_searched on applications using gin (words gin_trgm_ops);
  exception when others then raise notice 'pg_trgm is not available: %', sqlerrm;
  end $block$`,

  "create index mails_with_words on mails (settled_at) where body_text <> ''",
])
