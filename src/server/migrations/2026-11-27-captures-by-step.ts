import { type Kysely, sql } from 'kysely'

/**
 * The counted captures of each lead once more for every step it reached, in the order of their times: a list of who
 * reached a step begins at its newest. The new name keeps an older process, still running, from folding leads without.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  'alter table lead_states rename to counted_leads',
  `create table step_captures (
    step text not null,
    at timestamptz not null,
    lead_id uuid not null,
    primary key (step, at, lead_id)
  )`,
  `insert into step_captures (step, at, lead_id)
    select distinct step, (capture ->> 'at')::timestamptz, lead_id
    from counted_leads cross join lateral jsonb_array_elements(captures) capture cross join lateral unnest(steps) step`,
]
