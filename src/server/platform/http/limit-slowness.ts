import type { FastifyInstance } from 'fastify'
import { closeWith } from './client-error.ts'

/** How long a request may take to arrive, in milliseconds. */
export type ArrivalLimits = {
  /** Its head. */
  headersMs: number
  /** A body of the usual size. */
  bodyMs: number
  /** All of it, also where a route takes pictures, which a phone on a slow network sends for minutes. */
  uploadMs: number
}

/** Half a minute for what fits in 64 KiB; ten for a picture, which is 15 MB at 200 kbit/s. */
export const usualArrivalLimits: ArrivalLimits = { headersMs: 15_000, bodyMs: 30_000, uploadMs: 600_000 }

const LOOK_EVERY_MS = 5000
const UPLOAD_BYTES = 2 * 1024 * 1024

/** The limits that Node itself keeps, for any request. */
export const serverLimits = ({ headersMs, uploadMs }: ArrivalLimits) => ({
  requestTimeout: uploadMs,
  http: {
    headersTimeout: headersMs,
    requestTimeout: uploadMs,
    connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, headersMs),
  },
})

/** Ends a request whose body does not arrive in time; routes that take pictures may take longer. */
export function limitSlowness(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
      const isUpload = (request.routeOptions.bodyLimit ?? 0) > UPLOAD_BYTES
      const timer = setTimeout(
        () => {
          if (reply.raw.headersSent) raw.socket.destroy()
          else closeWith(raw.socket, 408)
        },
        isUpload ? limits.uploadMs : limits.bodyMs,
      )
      const arrived = () => clearTimeout(timer)
      raw.once('end', arrived)
      raw.once('close', arrived)
    }
    done()
  })
}
