import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database.ts'
import type { Application } from './read-form-response.ts'

/** The form that our own applications are of; an index leaves them out by it (0036-found-applications). */
export const OWN_FORM = 'own'

/** Stores an application; the same one again stays as it is. */
export async function saveApplication(
  transaction: Queryable,
  externalEventId: string,
  application: Application,
): Promise<void> {
  const { token, formId, submittedAt, answers, hidden, attribution } = application
  await sql`
    insert into applications (id, token, form_id, submitted_at, answers, hidden, attribution)
    values (${externalEventId}, ${token}, ${formId}, ${submittedAt}, ${JSON.stringify(answers)}, ${JSON.stringify(hidden)},
      ${JSON.stringify(attribution)})
    on conflict (token) do nothing`.execute(transaction)
}
