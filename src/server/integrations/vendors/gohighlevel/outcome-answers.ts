import { z } from 'zod'
import { cutText } from '#contract/text.ts'
import type {
  CrmAppointment,
  CrmAppointmentStatus,
  CrmOpportunityRow,
  CrmPipeline,
  OpportunityCursor,
} from '#server/integrations/crm-outcomes.ts'

/** An id as the CRM makes them; an instance of a series carries its time. */
const id = z.string().regex(/^[\w.:-]{1,150}$/)
const name = z
  .string()
  .catch('')
  .transform((text) => cutText(text, 200))
const list = z.array(z.unknown())

// Without an offset nobody knows which zone is meant, and an hour off is another call.
const moment = z
  .union([z.string().regex(/(Z|[+-]\d\d:?\d\d)$/), z.number().int()])
  .transform((value) => new Date(value))
  .refine((at) => at.getTime() > 0 && at.getTime() < 8e12)
const maybe = moment
  .nullish()
  .catch(null)
  .transform((at) => at ?? null)

/** The answers as a whole; their items are read one by one, so that one odd item costs none of the others. */
export const Calendars = z.object({ calendars: list })
export const Events = z.object({ events: list })
export const OneEvent = z.object({ event: z.unknown() })
export const Pipelines = z.object({ pipelines: list })
export const Opportunities = z.object({
  opportunities: list,
  meta: z
    .object({
      total: z.number().nullish().catch(null),
      startAfter: z.coerce.number().nullish().catch(null),
      startAfterId: id.nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

const Calendar = z.object({ id, name, locationId: z.string() })
const Event = z.object({
  id,
  calendarId: id,
  locationId: z.string(),
  contactId: z.string().nullish(),
  appointmentStatus: z.string().catch(''),
  startTime: moment,
  endTime: maybe,
  dateAdded: maybe,
  dateUpdated: maybe,
  deleted: z.boolean().catch(false),
})
const Stage = z.object({ id, name })
const Pipeline = z.object({ id, name, stages: list.catch([]) })
const Opportunity = z.object({
  id,
  locationId: z.string().nullish(),
  contactId: id.nullish().catch(null),
  contact: z.object({ id }).nullish().catch(null),
  pipelineId: id.nullish().catch(null),
  pipelineStageId: id.nullish().catch(null),
  status: z.enum(['open', 'won', 'lost', 'abandoned']),
  monetaryValue: z.coerce.number().min(0).max(1e12).nullish().catch(null),
  lastStatusChangeAt: maybe,
  createdAt: maybe,
})

// `completed` and `active` say nothing of whether anybody came.
const statuses: Record<string, CrmAppointmentStatus> = {
  new: 'requested',
  showed: 'held',
  noshow: 'no_show',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  invalid: 'invalid',
}

/** A calendar of a location; undefined for another's and for what cannot be read. */
export function readCalendar(value: unknown, locationId: string): { id: string; name: string } | undefined {
  const read = Calendar.safeParse(value).data
  return read?.locationId === locationId ? { id: read.id, name: read.name } : undefined
}

/**
 * An appointment of a location; `ignored` for another's and a deleted one, `nobody` for one without a contact, `unread` for
 * what cannot be read.
 */
export function readEvent(
  value: unknown,
  locationId: string,
): CrmAppointment | 'ignored' | 'nobody' | 'unread' {
  const read = Event.safeParse(value).data
  if (!read) return 'unread'
  if (read.locationId !== locationId || read.deleted) return 'ignored'
  if (!read.contactId) return 'nobody'
  const contactId = id.safeParse(read.contactId).data
  if (contactId === undefined) return 'unread'
  return {
    id: read.id,
    calendarId: read.calendarId,
    contactId,
    status: statuses[read.appointmentStatus.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? 'open',
    startAt: read.startTime,
    endAt: read.endTime,
    addedAt: read.dateAdded,
    updatedAt: read.dateUpdated,
  }
}

/** A pipeline with its stages; undefined for what cannot be read. */
export function readPipeline(value: unknown): CrmPipeline | undefined {
  const read = Pipeline.safeParse(value).data
  if (!read) return undefined
  // Documented as a list of lists, answered as a list of objects.
  const stages = read.stages.flatMap((stage) => Stage.safeParse(stage).data ?? [])
  return { id: read.id, name: read.name, stages: new Map(stages.map((stage) => [stage.id, stage.name])) }
}

/** An opportunity of a location; as with appointments. */
export function readOpportunity(
  value: unknown,
  locationId: string,
): (CrmOpportunityRow & { cursor: OpportunityCursor | undefined }) | 'ignored' | 'unread' {
  const read = Opportunity.safeParse(value).data
  if (!read) return 'unread'
  const contactId = read.contactId ?? read.contact?.id
  if ((read.locationId && read.locationId !== locationId) || !contactId) return 'ignored'
  return {
    id: read.id,
    contactId,
    pipelineId: read.pipelineId ?? null,
    stageId: read.pipelineStageId ?? null,
    status: read.status,
    value: read.monetaryValue ?? null,
    changedAt: read.lastStatusChangeAt ?? read.createdAt,
    cursor: read.createdAt ? { startAfter: read.createdAt.getTime(), startAfterId: read.id } : undefined,
  }
}
