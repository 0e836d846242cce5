import { sql } from 'kysely'
import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import { browsersOfPerson } from '#server/tracking/known-to-browser.ts'
import type { PersonTraces } from '#server/tracking/person-traces.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { lockContact } from './store.ts'

/**
 * Makes whoever stores something by a person's emails or in their browsers come before or after, in the order in which a
 * capture takes the same locks: who takes rows first and then waits for the person would be waited for in turn.
 */
export async function lockPerson(transaction: Queryable, personId: string): Promise<void> {
  const { rows: emails } = await sql<{ email: string }>`
    select email from leads where person_id = ${personId} order by email`.execute(transaction)
  for (const { email } of emails) await lockContact(transaction, email, null)
  for (const id of await findBrowsers(transaction, personId)) await takeLocks(transaction, [visitorLock(id)])
}

async function findBrowsers(transaction: Queryable, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${browsersOfPerson(sql`${personId}`)} browser order by id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/**
 * Finds a person's leads, browsers, emails and phones, the leads locked; undefined where there is no such person. An
 * email or phone that another person has too is that one's as well and finds nothing.
 */
export async function findTraces(
  transaction: Queryable,
  personId: string,
): Promise<PersonTraces | undefined> {
  const person = await sql`select id from people where id = ${personId} for update`.execute(transaction)
  if (person.rows.length === 0) return undefined
  const { rows: leads } = await sql<{ id: string; email: string }>`
    select id, email from leads where person_id = ${personId} order by id for update`.execute(transaction)
  const leadIds = leads.map(({ id }) => id)
  const { rows: emails } = await sql<{ value: string }>`
    select email as value from leads where id = any(${leadIds}::uuid[])
    union select email from lead_captures where lead_id = any(${leadIds}::uuid[])
    except select email from leads where person_id <> ${personId}`.execute(transaction)
  const { rows: phones } = await sql<{ value: string }>`
    select value from (
      select unnest(array[phone, phone_e164]) as value from leads where id = any(${leadIds}::uuid[])
      union select phone from lead_captures where lead_id = any(${leadIds}::uuid[])
      union select details ->> 'phoneE164' from lead_captures where lead_id = any(${leadIds}::uuid[])
      except (select phone from leads where person_id <> ${personId}
        union select phone_e164 from leads where person_id <> ${personId})
    ) own where length(regexp_replace(value, '[^0-9]', '', 'g')) >= 7`.execute(transaction)
  const { rows: names } = await sql<{ name: string }>`
    select name from leads where id = any(${leadIds}::uuid[]) and erased_at is null and name like '% %'
    union select name from lead_captures where lead_id = any(${leadIds}::uuid[]) and name like '% %'
      and email not like 'erased-%@erased.invalid'`.execute(transaction)
  const { rows: addresses } = await sql<{ value: string }>`
    select ip_address as value from visitors where person_id = ${personId} and ip_address is not null
    union select ip_address from lead_captures
    where lead_id = any(${leadIds}::uuid[]) and ip_address is not null`.execute(transaction)
  return {
    personId,
    leadIds,
    visitorIds: await findBrowsers(transaction, personId),
    emails: emails.map(({ value }) => value),
    phones: phones.map(({ value }) => value),
    addresses: addresses.map(({ value }) => value),
    names: names.map(({ name }) => name),
  }
}
