import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRange } from './byte-range.ts'

/** A stretch of a file on disk: bytes `from` up to, not including, `to`. */
export type Stretch = { path: string; from: number; to: number }

/** Bytes that never change under their address, made of stretches of files. */
export type StretchedBody = { stretches: Stretch[]; type: string; etag: string; modified: Date }

const A_YEAR = 'public, max-age=31536000, immutable'
// Several of them wait for each player that reads slowly.
const PIECE = 64 * 1024

/**
 * Answers GET and HEAD with bytes from disk, never through memory: whole, or the range that is asked for. Range,
 * If-Range and If-None-Match are kept as RFC 9110 has them, a range that is not there is 416.
 */
export function sendStretches(
  request: FastifyRequest,
  reply: FastifyReply,
  body: StretchedBody,
): FastifyReply {
  const { stretches, etag, modified } = body
  const size = stretches.reduce((sum, { from, to }) => sum + to - from, 0)
  const lastModified = modified.toUTCString()
  reply.headers({
    'Cache-Control': A_YEAR,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified,
  })
  const { range, 'if-range': condition, 'if-none-match': known } = request.headers
  if (known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*'))
    return reply.code(304).send()
  const isSame = condition === undefined || condition === etag || condition === lastModified
  const asked = isSame ? readRange(range, size) : 'all'
  if (asked === 'beyond') {
    reply.header('Content-Range', `bytes */${size}`).header('Cache-Control', 'no-store')
    return reply
      .code(416)
      .type('application/json; charset=utf-8')
      .send('{"error":"There are no such bytes."}')
  }
  const { from, to } = asked === 'all' ? { from: 0, to: size - 1 } : asked
  if (asked !== 'all') reply.code(206).header('Content-Range', `bytes ${from}-${to}/${size}`)
  reply.type(body.type).header('Content-Length', to - from + 1)
  if (request.method === 'HEAD') return reply.send()
  // Not in object mode, so that what is read ahead is counted in bytes.
  return reply.send(Readable.from(bytesOf(stretches, from, to + 1), { objectMode: false }))
}

/** Bytes `start` up to, not including, `end` of stretches laid end to end. */
async function* bytesOf(stretches: Stretch[], start: number, end: number): AsyncGenerator<Buffer> {
  let passed = 0
  for (const { path, from, to } of stretches) {
    const [first, last] = [Math.max(start - passed, 0), Math.min(end - passed, to - from)]
    passed += to - from
    if (first < last)
      yield* createReadStream(path, { start: from + first, end: from + last - 1, highWaterMark: PIECE })
  }
}
