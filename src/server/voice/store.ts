import { sql } from 'kysely'
import type { CallStatus, VoiceCall } from '#contract/webhook-voice.ts'
import type { Queryable } from '#server/platform/database.ts'

/** Stores a call or adds to it what it did not say yet. */
export async function saveCall(
  transaction: Queryable,
  externalEventId: string,
  call: VoiceCall,
  status: CallStatus,
): Promise<void> {
  await sql`
    insert into calls (id, provider, call_id, status, started_at, ended_at, duration_sec, summary, recording_url,
      transcript_url)
    values (${externalEventId}, ${call.provider}, ${call.callId}, ${status}, ${call.startedAt ?? null},
      ${call.endedAt ?? null}, ${call.durationSec ?? null}, ${call.summary ?? null}, ${call.recordingUrl ?? null},
      ${call.transcriptUrl ?? null})
    on conflict (id) do update set
      status = excluded.status,
      started_at = coalesce(excluded.started_at, calls.started_at),
      ended_at = coalesce(excluded.ended_at, calls.ended_at),
      duration_sec = coalesce(excluded.duration_sec, calls.duration_sec),
      summary = coalesce(excluded.summary, calls.summary),
      recording_url = coalesce(excluded.recording_url, calls.recording_url),
      transcript_url = coalesce(excluded.transcript_url, calls.transcript_url)`.execute(transaction)
}
