import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/database.ts'
import { testWebhook, type WebhookTestParts } from './test-webhook.ts'

/** How the last call that the agent was asked for went: when, and why it failed where it did. */
type LastAsked = { at: Date; reason: string | null }

async function lastAsked(database: Queryable): Promise<LastAsked | undefined> {
  const { rows } = await sql<LastAsked>`
    select at, reason from (
      (select settled_at as at, null as reason from call_requests where state = 'sent'
        order by settled_at desc limit 1)
      union all (select failing_since, reason from call_requests
        where state <> 'sent' and failing_since is not null order by failing_since desc limit 1)
    ) asked where at is not null order by at desc limit 1`.execute(database)
  return rows[0]
}

const minutes = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What is known of the address that starts calls: it is never called for a test, because somebody would be rung up. */
function askedWords(last: LastAsked | undefined): string {
  if (!last) return 'No call has been asked for at the agent’s address yet.'
  if (last.reason === null) return `The last call was asked for and taken at ${minutes(last.at)}.`
  return `The last call that was asked for failed at ${minutes(last.at)}: ${last.reason}`
}

/** What a test of the voice agent needs. */
export type VoiceTestParts = WebhookTestParts & {
  database: Database
  setup: { connected(): { calls: boolean } }
}

/** Tests the way on which call states come in, and says how the last call that was asked for went. */
export async function testVoice(parts: VoiceTestParts): Promise<{ success: boolean; message: string }> {
  const told = await testWebhook(parts, 'voice')
  if (!parts.setup.connected().calls) return told
  return { ...told, message: `${told.message} ${askedWords(await lastAsked(parts.database))}` }
}
