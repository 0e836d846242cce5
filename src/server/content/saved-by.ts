import type { FastifyRequest } from 'fastify'
import { readDevice } from '#server/tracking/read-device.ts'

/** On which device something was saved, e.g. 'Chrome on macOS'; null where the browser does not say. */
export function savedBy(request: FastifyRequest): string | null {
  const { browser, os } = readDevice(request.headers['user-agent']?.slice(0, 300) ?? '')
  return [browser, os].filter(Boolean).join(' on ') || null
}
