import { type Answer, done, fault } from './answer.ts'
import { bodyProblems, customFieldProperties } from './body-check.ts'
import { newId } from './contact-book.ts'
import type { Route, RouteRequest } from './route.ts'
import type { CrmServerField } from './sub-account.ts'

const DATA_TYPES = [
  'TEXT',
  'LARGE_TEXT',
  'NUMERICAL',
  'PHONE',
  'MONETORY',
  'CHECKBOX',
  'SINGLE_OPTIONS',
  'MULTIPLE_OPTIONS',
  'DATE',
  'TEXTBOX_LIST',
  'FILE_UPLOAD',
  'RADIO',
  'EMAIL',
]

const keyOf = (model: string, name: string) =>
  `${model}.${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`

const refusedLocation = () => fault(403, 'The token does not have access to this location.')

function list({ crm, params, query }: RouteRequest): Answer {
  if (params[0] !== crm.locationId) return refusedLocation()
  const model = query.model ?? 'contact'
  return done(200, {
    customFields: crm.customFields.filter((field) => model === 'all' || field.model === model),
  })
}

function create({ crm, params, body }: RouteRequest): Answer {
  if (params[0] !== crm.locationId) return refusedLocation()
  const problems = bodyProblems(body, customFieldProperties)
  if (typeof body.name !== 'string' || body.name.trim() === '') problems.push('name should not be empty')
  if (!DATA_TYPES.includes(String(body.dataType))) problems.push('dataType must be a valid enum value')
  if (problems.length > 0) return fault(422, problems)

  const model = String(body.model ?? 'contact')
  const name = String(body.name).trim()
  const fieldKey = typeof body.fieldKey === 'string' ? body.fieldKey : keyOf(model, name)
  if (crm.customFields.some((field) => field.fieldKey === fieldKey)) {
    return fault(400, `A custom field with the key ${fieldKey} exists already`)
  }
  const customField: CrmServerField = {
    id: newId(),
    name,
    fieldKey,
    dataType: String(body.dataType),
    position: Number(body.position ?? 0),
    locationId: crm.locationId,
    model,
  }
  crm.customFields.push(customField)
  return done(201, { customField }, [`custom field created: ${fieldKey}`])
}

/** The CRM's calls about a location's custom fields. */
export const customFieldRoutes: Route[] = [
  { method: 'GET', path: /^\/locations\/([^/]+)\/customFields$/, answer: list },
  { method: 'POST', path: /^\/locations\/([^/]+)\/customFields$/, answer: create },
]
