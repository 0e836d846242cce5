import { type Kysely, sql } from 'kysely'

/** A lead is found by any part of its phone number's digits, however it was typed and whoever reads it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table leads add column phone_digits text not null generated always as (
    regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || coalesce(substr(phone_e164, 2), '')) stored`,
  `do $block$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      create index leads_by_phone_digits on leads using gin (phone_digits gin_trgm_ops);
    end if;
  end $block$`,
  'analyze leads',
]
