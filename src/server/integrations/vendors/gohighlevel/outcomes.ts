import type { CrmAppointment, CrmOutcomes, OpportunityCursor } from '#server/integrations/crm-outcomes.ts'
import { createAllowance } from './allowance.ts'
import { nullWhenGone } from './null-when-gone.ts'
import {
  Calendars,
  Events,
  OneEvent,
  Opportunities,
  Pipelines,
  readCalendar,
  readEvent,
  readOpportunity,
  readPipeline,
} from './outcome-answers.ts'
import { createRequest } from './request.ts'
import type { GoHighLevelSettings } from './settings.ts'

const CALENDARS_VERSION = '2021-04-15'
const OPPORTUNITIES_VERSION = '2021-07-28'
const PAGE = 100

/** What GoHighLevel tells of appointments and opportunities, each by the API version that its documentation names. */
export function createOutcomes(settings: GoHighLevelSettings): CrmOutcomes {
  const { locationId } = settings
  const allowance = createAllowance(settings.now ?? (() => new Date()), settings.random ?? Math.random)
  const ofCalendars = createRequest({ ...settings, version: CALENDARS_VERSION }, allowance)
  const ofOpportunities = createRequest({ ...settings, version: OPPORTUNITIES_VERSION }, allowance)

  return {
    locationId,
    async listCalendars() {
      const path = `/calendars/?${new URLSearchParams({ locationId })}`
      const call = { task: 'list the calendars', method: 'GET', path, answer: Calendars } as const
      return (await ofCalendars(call)).calendars.flatMap((one) => readCalendar(one, locationId) ?? [])
    },
    async readAppointments(calendarId, { from, to }) {
      const query = new URLSearchParams({
        ...{ locationId, calendarId },
        startTime: String(from.getTime()),
        endTime: String(to.getTime()),
      })
      const path = `/calendars/events?${query}`
      const call = { task: 'read the appointments', method: 'GET', path, answer: Events } as const
      return sorted<CrmAppointment>((await ofCalendars(call)).events.map((one) => readEvent(one, locationId)))
    },
    async readAppointment(id) {
      const path = `/calendars/events/appointments/${encodeURIComponent(id)}`
      const call = { task: 'read the appointment', method: 'GET', path, answer: OneEvent } as const
      const answer = await ofCalendars({ ...call, aboutContact: true }).catch(nullWhenGone)
      const read = answer ? readEvent(answer.event, locationId) : 'ignored'
      if (read === 'ignored') return null
      return read === 'nobody' ? 'unread' : read
    },
    async listPipelines() {
      const path = `/opportunities/pipelines?${new URLSearchParams({ locationId })}`
      const call = { task: 'list the pipelines', method: 'GET', path, answer: Pipelines } as const
      return (await ofOpportunities(call)).pipelines.flatMap((one) => readPipeline(one) ?? [])
    },
    async readOpportunities(from, pipelineId) {
      const after = from && 'startAfterId' in from ? from : undefined
      const query = new URLSearchParams({
        ...{ location_id: locationId, status: 'all', order: 'added_asc', limit: String(PAGE) },
        ...(pipelineId !== undefined && { pipeline_id: pipelineId }),
        ...(after && { startAfter: String(after.startAfter), startAfterId: after.startAfterId }),
        ...(from && 'page' in from && { page: String(from.page) }),
      })
      const path = `/opportunities/search?${query}`
      const call = { task: 'read the opportunities', method: 'GET', path, answer: Opportunities } as const
      const { opportunities, meta } = await ofOpportunities(call)
      const read = opportunities.map((one) => readOpportunity(one, locationId))
      const { items, unread } = sorted(read)
      const told: OpportunityCursor | undefined =
        meta?.startAfter && meta.startAfterId
          ? { startAfter: meta.startAfter, startAfterId: meta.startAfterId }
          : items.at(-1)?.cursor
      const isLast = opportunities.length < PAGE || told?.startAfterId === after?.startAfterId
      return { items, unread, next: isLast ? undefined : told, total: meta?.total ?? null }
    },
  }
}

function sorted<Item extends object>(read: (Item | 'ignored' | 'nobody' | 'unread')[]) {
  return {
    items: read.filter((one): one is Item => typeof one === 'object'),
    unread: read.filter((one) => one === 'unread').length,
  }
}
