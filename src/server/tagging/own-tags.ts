import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'

/** By what a tag is known that the owner gave by hand. */
const BY_HAND = 'owner'

/** A tag of a lead, and whether the owner gave it by hand. */
export type LeadTag = { id: string; tagName: string; isOwn: boolean }

/** The tags of a lead, by name. */
export async function tagsOfLead(database: Queryable, leadId: string): Promise<LeadTag[]> {
  const { rows } = await sql<LeadTag>`
    select id, tag_name as "tagName", trigger = ${BY_HAND} as "isOwn" from lead_tags
    where lead_id = ${leadId} order by tag_name`.execute(database)
  return rows
}

/** Gives a lead that is there a tag by hand; false where it has the tag. */
export async function giveTag(
  transaction: Queryable,
  { id, leadId, tagName, at }: { id: string; leadId: string; tagName: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into lead_tags (id, lead_id, tag_name, trigger, evidence, created_at)
    select ${id}, lead.id, ${tagName}, ${BY_HAND}, '{}', ${at} from leads lead
    where lead.id = ${leadId} and lead.erased_at is null
    on conflict (lead_id, tag_name) do nothing returning id`.execute(transaction)
  return rows.length > 0
}

/** Takes a tag off a lead that the owner gave by hand; false where it is none of those. */
export async function takeTag(transaction: Queryable, leadId: string, tagName: string): Promise<boolean> {
  const { rows } = await sql`
    delete from lead_tags where lead_id = ${leadId} and tag_name = ${tagName} and trigger = ${BY_HAND}
    returning id`.execute(transaction)
  return rows.length > 0
}
