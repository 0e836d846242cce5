import { type Answer, done, duplicate, fault } from './answer.ts'
import { bodyProblems, updateProperties, upsertProperties } from './body-check.ts'
import { type CrmServerContact, storedTags } from './contact-book.ts'
import type { Route, RouteRequest } from './route.ts'

const shown = ({ additionalEmails, ...contact }: CrmServerContact) => ({
  ...Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== null)),
  ...(contact.email ? { emailLowerCase: contact.email.toLowerCase() } : {}),
  additionalEmails: additionalEmails.map((email) => ({ email })),
})

/** A value for a field that the location does not have is refused, as the id leads nowhere. */
function unknownField({ crm, body }: RouteRequest): Answer | null {
  const items = Array.isArray(body.customFields) ? body.customFields : []
  const unknown = items.find((item) => !crm.customFields.some(({ id }) => id === item.id))
  return unknown ? fault(400, `Custom field with id ${unknown.id} not found`) : null
}

const locationRefused = () => fault(403, 'The token does not have access to this location.')

function withContact({ crm, params }: RouteRequest, then: (contact: CrmServerContact) => Answer): Answer {
  const id = params[0] ?? ''
  const contact = crm.book.byId(id)
  if (crm.idsElsewhere.has(id)) return locationRefused()
  return contact ? then(contact) : fault(400, `Contact with id ${id} not found`)
}

/**
 * Create or update as the CRM does it: with two different contacts for email and phone, the first in the
 * location's order is updated and the other key silently dropped; with one, its other key is overwritten.
 */
function upsert(request: RouteRequest): Answer {
  const { crm, body, mode } = request
  const problems = bodyProblems(body, upsertProperties)
  if (problems.length > 0) return fault(422, problems)
  const odd = unknownField(request)
  if (odd) return odd
  if (body.locationId !== crm.locationId) return locationRefused()
  if (!body.email && !body.phone) return fault(400, 'Pass at least one of email, phone')

  const found = { email: crm.book.byEmail(body.email), phone: crm.book.byPhone(body.phone) }
  const [first, second] = crm.matchBy
  const match = found[first] ?? found[second]
  if (!match || (crm.allowDuplicates && body.createNewIfDuplicateAllowed === true)) {
    return done(200, { new: true, contact: shown(crm.book.create(body)) }, ['contact created'])
  }
  if (mode === 'refuse-duplicates') return duplicate(match, found[first] ? first : second)

  const { [second]: dropped, ...kept } = body
  const clash = found[first] !== undefined && found[second] !== undefined && found[first] !== found[second]
  const changed = crm.book.write(match, clash ? kept : body)
  return done(200, { new: false, contact: shown(match) }, changed ? ['contact updated'] : [])
}

function update(request: RouteRequest): Answer {
  return withContact(request, (contact) => {
    const { crm, body } = request
    const problems = bodyProblems(body, updateProperties)
    if (problems.length > 0) return fault(422, problems)
    const odd = unknownField(request)
    if (odd) return odd
    if (!crm.allowDuplicates) {
      const byEmail = crm.book.byEmail(body.email)
      if (byEmail && byEmail !== contact) return duplicate(byEmail, 'email')
      const byPhone = crm.book.byPhone(body.phone)
      if (byPhone && byPhone !== contact) return duplicate(byPhone, 'phone')
    }
    const changed = crm.book.write(contact, body)
    return done(200, { succeded: true, contact: shown(contact) }, changed ? ['contact updated'] : [])
  })
}

function searchDuplicate({ crm, query, mode }: RouteRequest): Answer {
  const { locationId, email, number } = query
  if (locationId !== crm.locationId) return locationRefused()
  if (!email && !number) return fault(400, 'Pass at least one of number, email query parameter')
  const found = crm.book.byEmail(email) ?? (number?.startsWith('+') ? crm.book.byPhone(number) : undefined)
  const hidden = mode === 'search-finds-nothing'
  return done(200, { contact: found && !hidden ? shown(found) : null })
}

function changeTags(request: RouteRequest, status: number, change: 'added' | 'removed'): Answer {
  return withContact(request, (contact) => {
    const problems = bodyProblems(request.body, ['tags'])
    if (!Array.isArray(request.body.tags)) problems.push('tags must be an array')
    if (problems.length > 0) return fault(422, problems)
    const concerned = storedTags(request.body.tags).filter(
      (tag) => contact.tags.includes(tag) === (change === 'removed'),
    )
    contact.tags =
      change === 'added'
        ? [...contact.tags, ...concerned]
        : contact.tags.filter((tag) => !concerned.includes(tag))
    return done(
      status,
      { tags: contact.tags },
      concerned.map((tag) => `tag ${change}: ${tag}`),
    )
  })
}

/** The CRM's calls about contacts. */
export const contactRoutes: Route[] = [
  { method: 'POST', path: /^\/contacts\/upsert$/, answer: upsert },
  { method: 'GET', path: /^\/contacts\/search\/duplicate$/, answer: searchDuplicate },
  {
    method: 'POST',
    path: /^\/contacts\/([^/]+)\/tags$/,
    answer: (request) => changeTags(request, 201, 'added'),
  },
  {
    method: 'DELETE',
    path: /^\/contacts\/([^/]+)\/tags$/,
    answer: (request) => changeTags(request, 200, 'removed'),
  },
  { method: 'PUT', path: /^\/contacts\/([^/]+)$/, answer: update },
  {
    method: 'GET',
    path: /^\/contacts\/([^/]+)$/,
    answer: (request) => withContact(request, (contact) => done(200, { contact: shown(contact) })),
  },
  {
    method: 'DELETE',
    path: /^\/contacts\/([^/]+)$/,
    answer: (request) =>
      withContact(request, ({ id }) => {
        request.crm.book.remove(id)
        return done(200, { succeded: true }, ['contact deleted'])
      }),
  },
]
