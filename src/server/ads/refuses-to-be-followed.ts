import type { IncomingHttpHeaders } from 'node:http'

/** Whether a browser asks not to be followed: Global Privacy Control or Do Not Track (decisions §4). */
export const refusesToBeFollowed = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers.dnt === '1'
