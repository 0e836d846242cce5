import type { IncomingHttpHeaders } from 'node:http'
import type { Allowance } from './allowance.ts'
import { type Answer, fault } from './answer.ts'
import { contactRoutes } from './contact-routes.ts'
import { customFieldRoutes } from './custom-field-routes.ts'
import type { FailureMode } from './failure.ts'
import { turnedAway } from './gate.ts'
import { outcomeRoutes } from './outcome-routes.ts'
import type { CrmServerRequest } from './server-request.ts'
import type { SubAccount } from './sub-account.ts'

const routes = [...contactRoutes, ...customFieldRoutes, ...outcomeRoutes]

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function route(crm: SubAccount, call: CrmServerRequest, mode: FailureMode | null): Answer {
  const body = call.body ?? {}
  if (!isObject(body)) return fault(400, 'Bad Request')
  for (const { method, path, answer } of routes) {
    const match = method === call.method ? path.exec(call.path) : null
    if (!match) continue
    const params = match.slice(1).map(decodeURIComponent)
    return answer({ crm, mode, params, query: call.query, version: call.version, body })
  }
  return fault(404, `Cannot ${call.method} ${call.path}`)
}

function forgetfully(crm: SubAccount, call: CrmServerRequest): Answer {
  const kept = structuredClone(crm.book.contacts)
  const answer = route(crm, call, null)
  crm.book.contacts.splice(0, crm.book.contacts.length, ...kept)
  return { ...answer, effects: [] }
}

/** What the CRM does on a call and answers: token and version first, then the allowance, then the call. */
export function decide(
  account: { crm: SubAccount; token: string; allowance: Allowance },
  headers: IncomingHttpHeaders,
  call: CrmServerRequest,
  mode: FailureMode | null,
): Answer {
  const away = turnedAway(headers, account.token, mode === 'token-revoked')
  if (away) return away
  if (!account.allowance.take() || mode === 'rate-limited' || mode === 'daily-limit') {
    return fault(429, 'Too Many Requests')
  }
  if (mode === 'scope-missing') return fault(401, 'The token is not authorized for this scope.')
  if (mode === 'agency-token') return fault(401, "Token's user type mismatch!")
  if (mode === 'location-refused') return fault(403, 'The token does not have access to this location.')
  if (mode === 'server-error') return fault(500, 'Internal Server Error')
  if (mode === 'garbage') return { status: 200, body: '<html><body>Bad gateway', effects: [] }
  if (mode === 'forget-writes') return forgetfully(account.crm, call)
  const answer = route(account.crm, call, mode)
  if (mode !== 'refuse-yet-apply') return answer
  return { ...fault(422, ['Unprocessable Entity']), effects: answer.effects }
}
