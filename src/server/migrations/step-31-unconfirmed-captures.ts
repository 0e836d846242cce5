import { type Kysely, sql } from 'kysely'

/**
 * Captures with a known email from a browser that was not known as that person's: `claimed_lead_id` is whose email it
 * was, `confirmation` what the owner said of it. One that was parted has no lead any more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table lead_captures
    add column claimed_lead_id uuid references leads (id),
    add column confirmation text check (confirmation in ('open', 'confirmed', 'parted')),
    add column decided_at timestamptz`,
  `create index lead_captures_by_claimed_lead on lead_captures (claimed_lead_id, at)
    where claimed_lead_id is not null`,
]
