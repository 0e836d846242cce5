import { type Answer, done, fault } from './answer.ts'
import type { Route, RouteRequest } from './route.ts'

const refusedLocation = () => fault(403, 'The token does not have access to this location.')
const CALENDARS = '2021-04-15'
const OPPORTUNITIES = '2021-07-28'

const isOfVersion =
  (wanted: string, answer: Route['answer']): Route['answer'] =>
  (request) =>
    request.version === wanted ? answer(request) : fault(400, 'This API version is not of this call.')

function listCalendars({ crm, query }: RouteRequest): Answer {
  if (query.locationId !== crm.locationId) return refusedLocation()
  return done(200, { calendars: crm.outcomes.calendars })
}

function listEvents({ crm, query }: RouteRequest): Answer {
  if (query.locationId !== crm.locationId) return refusedLocation()
  const [from, to] = [Number(query.startTime), Number(query.endTime)]
  const problems = [
    ...(query.calendarId || query.userId || query.groupId ? [] : ['calendarId should not be empty']),
    ...(Number.isFinite(from) && Number.isFinite(to) ? [] : ['startTime must be in milliseconds']),
  ]
  if (query.calendarId && crm.outcomes.refused.has(query.calendarId)) problems.push('calendarId is invalid')
  if (problems.length > 0) return fault(422, problems)
  if (!crm.outcomes.calendars.some(({ id }) => id === query.calendarId))
    return fault(400, 'The calendar does not exist.')
  if (crm.outcomes.broken.has(query.calendarId ?? '')) return fault(500, 'Internal Server Error')
  const events = crm.outcomes.appointments.filter(({ calendarId, startTime }) => {
    const at = Date.parse(String(startTime))
    return calendarId === query.calendarId && (Number.isNaN(at) || (at >= from && at < to))
  })
  return done(200, { events })
}

function readEvent({ crm, params }: RouteRequest): Answer {
  if (crm.outcomes.refused.has(String(params[0]))) return fault(422, ['The appointment is invalid'])
  const event = crm.outcomes.appointments.find(({ id }) => id === params[0])
  return event ? done(200, { event }) : fault(400, `Appointment with id ${params[0]} not found`)
}

function listPipelines({ crm, query }: RouteRequest): Answer {
  if (query.locationId !== crm.locationId) return refusedLocation()
  return done(200, { pipelines: crm.outcomes.pipelines })
}

function searchOpportunities({ crm, query }: RouteRequest): Answer {
  const {
    location_id: locationId,
    limit = '20',
    status = 'all',
    page = '1',
    startAfter,
    startAfterId,
  } = query
  if ('locationId' in query) return fault(422, ['property locationId should not exist'])
  if (locationId !== crm.locationId) return refusedLocation()
  if (Number(limit) > 100) return fault(422, ['limit must not be greater than 100'])
  const timeOf = (one: Record<string, unknown>) => Date.parse(String(one.createdAt))
  const isAfter = (one: Record<string, unknown>) =>
    startAfter === undefined ||
    timeOf(one) > Number(startAfter) ||
    (timeOf(one) === Number(startAfter) && String(one.id) > String(startAfterId))
  const all = crm.outcomes.opportunities
    .filter((one) => status === 'all' || one.status === status)
    .filter((one) => query.pipeline_id === undefined || one.pipelineId === query.pipeline_id)
    .toSorted((one, next) => timeOf(one) - timeOf(next) || (String(one.id) < String(next.id) ? -1 : 1))
  const { pageNumbers } = crm.outcomes
  if (page !== '1' && pageNumbers === 'refused') return fault(422, ['page must not be greater than 1'])
  const before = pageNumbers === 'taken' ? (Number(page) - 1) * Number(limit) : 0
  const opportunities = all.filter(isAfter).slice(before, before + Number(limit))
  if (opportunities.some(({ id }) => crm.outcomes.broken.has(String(id))))
    return fault(500, 'Internal Server Error')
  const last = opportunities.at(-1)
  return done(200, {
    opportunities,
    meta: { total: all.length, ...(last && { startAfter: timeOf(last), startAfterId: last.id }) },
  })
}

/** The CRM's calls about appointments and opportunities. */
export const outcomeRoutes: Route[] = [
  { method: 'GET', path: /^\/calendars\/$/, answer: isOfVersion(CALENDARS, listCalendars) },
  { method: 'GET', path: /^\/calendars\/events$/, answer: isOfVersion(CALENDARS, listEvents) },
  {
    method: 'GET',
    path: /^\/calendars\/events\/appointments\/([^/]+)$/,
    answer: isOfVersion(CALENDARS, readEvent),
  },
  { method: 'GET', path: /^\/opportunities\/pipelines$/, answer: isOfVersion(OPPORTUNITIES, listPipelines) },
  {
    method: 'GET',
    path: /^\/opportunities\/search$/,
    answer: isOfVersion(OPPORTUNITIES, searchOpportunities),
  },
]
