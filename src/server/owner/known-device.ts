import { randomUUID } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { signerFor } from '#server/platform/signed-value.ts'

/** The mark of browsers that have signed in: it opens nothing, but wrong passwords of strangers never count for them. */
export type KnownDevices = {
  /** The device behind a request that signed in with the password of this hash; null for every other. */
  read(request: FastifyRequest, passwordHash: string): string | null
  /** Marks the browser as one that signed in with the password of this hash. */
  mark(request: FastifyRequest, reply: FastifyReply, passwordHash: string): void
}

const NAME = 'leadline_device'
// The longest that browsers keep a cookie.
const MAX_AGE_SECONDS = 400 * 24 * 3600

/** Devices by a signed cookie. A new password makes those that knew only the old one strangers again. */
export function knownDevices(secret: string, isHttps: boolean): KnownDevices {
  const signerOf = (passwordHash: string) => signerFor(secret, `owner device\n${passwordHash}`)
  const read: KnownDevices['read'] = (request, passwordHash) =>
    signerOf(passwordHash).read(request.cookies[NAME])
  return {
    read,
    mark(request, reply, passwordHash) {
      const device = read(request, passwordHash) ?? randomUUID()
      reply.setCookie(NAME, signerOf(passwordHash).sign(device), {
        path: '/api/analytics',
        httpOnly: true,
        sameSite: 'strict',
        secure: isHttps || request.protocol === 'https',
        maxAge: MAX_AGE_SECONDS,
      })
    },
  }
}
