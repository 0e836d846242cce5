import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/platform/database.ts'
import { findPictureFile, type PictureFile } from './picture-store.ts'

// The pictures of a site are few; those of its history are asked for now and then.
const MEMORY_BYTES = 24 * 1024 * 1024
const A_YEAR = 'public, max-age=31536000, immutable'
const NAME = /^[0-9a-f]{32}-\d{1,5}(x\d{1,5}\.(jpg|png)|\.(avif|webp))$/

/** `GET /media/…`: stored pictures, which never change under their name, from memory where they were asked for lately. */
export function mediaRoute(
  app: FastifyInstance,
  parts: { database: Database; notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply },
): void {
  const files = keepFiles()
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const { name } = request.params
    const known = NAME.test(name)
      ? (files.get(name) ?? (await findPictureFile(parts.database, name)))
      : undefined
    if (!known) return parts.notFound(request, reply)
    files.keep(known)
    reply.headers({
      'Cache-Control': A_YEAR,
      ETag: `"${name}"`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    if (request.headers['if-none-match'] === `"${name}"`) return reply.code(304).send()
    return reply.type(known.type).send(known.bytes)
  })
}

/** Remembers the files asked for last, up to a number of bytes. */
function keepFiles() {
  const files = new Map<string, PictureFile>()
  let size = 0
  const drop = (name: string) => {
    size -= files.get(name)?.bytes.byteLength ?? 0
    files.delete(name)
  }
  return {
    get: (name: string) => files.get(name),
    keep(file: PictureFile) {
      drop(file.name)
      files.set(file.name, file)
      size += file.bytes.byteLength
      for (const name of files.keys()) if (size > MEMORY_BYTES) drop(name)
    },
  }
}
