import { sql } from 'kysely'
import { noteChangedLeads } from '#server/counting/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Happening, Rule } from './matching-rules.ts'

const stepOf: Partial<Record<Happening['trigger'], 'saw-pitch' | 'applied' | 'booked'>> = {
  video_progress: 'saw-pitch',
  application: 'applied',
  booking: 'booked',
}

/**
 * Records the steps of the funnel that a happening brings its lead to: by its own trigger, and by those of the rules
 * it sets off, whatever their tags are called. Only a rule says how much of the video is the pitch.
 */
export async function reachSteps(
  transaction: Queryable,
  happening: Happening & { leadId: string; at: Date },
  rules: Rule[],
): Promise<void> {
  const own = happening.trigger === 'video_progress' ? undefined : stepOf[happening.trigger]
  const steps = new Set([own, ...rules.map(({ trigger }) => stepOf[trigger])].filter((step) => step))
  if (steps.size === 0) return
  const { rows } = await sql`
    insert into lead_steps (lead_id, step, at)
    select ${happening.leadId}, step, ${happening.at} from unnest(${[...steps]}::text[]) step
    on conflict do nothing returning step`.execute(transaction)
  if (rows.length > 0) await noteChangedLeads(transaction, sql`select ${happening.leadId}::uuid`)
}
