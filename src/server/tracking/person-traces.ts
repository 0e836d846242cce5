import { type RawBuilder, sql } from 'kysely'

/** By what everything that is held of one person is found. */
export type PersonTraces = {
  personId: string
  leadIds: string[]
  visitorIds: string[]
  /** Lower-case. */
  emails: string[]
  /** E.164 and as typed. */
  phones: string[]
  /** Where the person came from. */
  addresses: string[]
  /** Full names of at least two words; a lone first name is everybody's. */
  names: string[]
}

/** What stays of an attribution: which campaign brought someone, never which click or browser. */
export const campaignOnly = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column})
    where key like 'utm\\_%' and value::text not like '%@%')`

/** What stays of a rule's evidence: where and when it held, never for whom. */
export const placeOnly = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column})
    where key in ('page', 'watchTime', 'captureId', 'externalEventId', 'confirmed') and value::text not like '%@%')`
