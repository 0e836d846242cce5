import { sql } from 'kysely'
import type { Attribution } from '#contract/attribution.ts'
import { type DeviceInfo, unknownDevice } from '#contract/device.ts'
import { type deliveryStates, type Lead, leadStages } from '#contract/lead.ts'
import { writePhone } from '#server/capture/read-phone.ts'
import { isTestLead } from '#server/counting/who-is-counted.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columnsOf } from './attribution-columns.ts'

/** The columns of a `LeadRow`, from `leads lead left join visitors visitor`. */
export const leadColumns = sql`
  lead.*, ${isTestLead('lead')} as is_test,
  (select json_build_object('text', step.text, 'dueOn', step.due_on) from lead_next_steps step
    where step.lead_id = lead.id) as next_step,
  (select device from browsers where browsers.id = visitor.browser_id) as device,
  (select coalesce(array_agg(tag_name order by tag_name), '{}') from lead_tags where lead_id = lead.id) as tags`

/** A lead's row with its tags and the device it was captured on. */
export type LeadRow = {
  id: string
  is_test: boolean
  next_step: Lead['nextStep']
  last_counted_at: Date | null
  test_sent_at: Date | null
  person_id: string
  name: string
  email: string
  phone: string
  phone_e164: string | null
  slug: string
  capture_source: string
  capture_count: number
  first_captured_at: Date
  last_captured_at: Date
  first_touch: Attribution
  last_touch: Attribution
  landing_path: string | null
  lead_magnet: string | null
  ip_address: string | null
  user_agent: string | null
  device: DeviceInfo | null
  details: Record<string, unknown>
  tags: string[]
  crm_state: (typeof deliveryStates)[number]
  crm_reason: string | null
  crm_contact_id: string | null
  crm_delivered_at: Date | null
}

type Reached = { lead_id: string; step: string; at: Date }

function furthest({ first_captured_at }: LeadRow, steps: Reached[]): Pick<Lead, 'stage' | 'stageAt'> {
  const stage = leadStages.findLast((one) => steps.some(({ step }) => step === one)) ?? 'lead'
  const at = steps.find(({ step }) => step === stage)?.at ?? first_captured_at
  return { stage, stageAt: at.toISOString() }
}

/** Leads as the dashboard shows them. How far each has come, and whether it waits for the owner's word, is read of all at once. */
export async function asLeads(database: Queryable, rows: LeadRow[]): Promise<Lead[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const reached = await sql<Reached>`
    select lead_id, step, at from lead_steps where lead_id = any(${ids}::uuid[])`.execute(database)
  // Mostly nobody waits, and then none of them is looked up.
  const claimed = await sql<{ id: string }>`
    select distinct claimed_lead_id as id from lead_captures
    where (select exists (select from lead_captures where confirmation = 'open'))
      and claimed_lead_id = any(${ids}::uuid[]) and confirmation = 'open'
      and claimed_lead_id not in (select id from leads where id = any(${ids}::uuid[]) and erased_at is not null)`.execute(
    database,
  )
  const byLead = Map.groupBy(reached.rows, ({ lead_id }) => lead_id)
  const unconfirmed = new Set(claimed.rows.map(({ id }) => id))
  return rows.map((row) => asLead(row, byLead.get(row.id) ?? [], unconfirmed.has(row.id)))
}

/** A lead as the dashboard shows it: the first touch in its columns, a later one beside it. */
function asLead(row: LeadRow, steps: Reached[], isUnconfirmed: boolean): Lead {
  const { details } = row
  const text = (key: string) => (typeof details[key] === 'string' ? details[key] : null)
  const number = (key: string) => (typeof details[key] === 'number' ? details[key] : null)
  const hasReturnedBy = JSON.stringify(row.first_touch) !== JSON.stringify(row.last_touch)
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    phoneE164: row.phone_e164,
    phoneText: writePhone(row.phone, row.phone_e164),
    slug: row.slug,
    captureSource: row.capture_source,
    captureCount: row.capture_count,
    firstSeen: row.first_captured_at.toISOString(),
    lastSeen: row.last_captured_at.toISOString(),
    createdAt: row.first_captured_at.toISOString(),
    tags: row.tags,
    ...furthest(row, steps),
    nextStep: row.next_step,
    isTest: row.is_test,
    isCounted: row.last_counted_at !== null,
    isHeld: row.is_test && row.test_sent_at === null,
    isUnconfirmed,
    delivery: {
      state: row.crm_state,
      reason: row.crm_reason,
      contactId: row.crm_contact_id,
      deliveredAt: row.crm_delivered_at?.toISOString() ?? null,
    },
    ...columnsOf(row.first_touch),
    landingPath: row.landing_path,
    leadMagnet: row.lead_magnet,
    ipAddress: row.ip_address,
    timezone: text('timezone'),
    language: text('language'),
    hardwareConcurrency: number('hardwareConcurrency'),
    deviceMemory: number('deviceMemory'),
    screenWidth: number('screenWidth'),
    screenHeight: number('screenHeight'),
    userAgent: row.user_agent,
    device: { ...unknownDevice, ...row.device },
    additionalData: hasReturnedBy ? { lastTouch: row.last_touch } : null,
  }
}
