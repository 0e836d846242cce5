import type { IncomingHttpHeaders } from 'node:http'

/** Whether a browser asks not to be followed: Global Privacy Control or Do Not Track (docs/spec.md, 'Consent'). */
export const refusesToBeFollowed = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'
