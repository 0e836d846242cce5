import type { IncomingHttpHeaders } from 'node:http'
import { type Answer, fault } from './answer.ts'

const VERSIONS = ['2021-04-15', '2021-07-28', '2023-02-21', 'v3']

/** What the CRM says before it looks at the call itself: version and token. Null lets the call pass. */
export function turnedAway(headers: IncomingHttpHeaders, token: string, revoked: boolean): Answer | null {
  const { version, authorization } = headers
  if (version === undefined) return fault(401, 'version header was not found.')
  if (!VERSIONS.includes(String(version))) return fault(401, 'version header is invalid')
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!given?.startsWith('pit-')) return fault(401, 'Invalid JWT')
  if (given !== token || revoked) return fault(401, 'Invalid token: access token is invalid')
  return null
}
