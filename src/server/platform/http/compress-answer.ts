import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from './accepted-encoding.ts'

// A packet holds about as much: less text is not there sooner.
const LEAST_LENGTH = 1400
const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)
// Made for one reader, who waits: harder would take longer than it saves.
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * An `onSend` hook that compresses a long text off the main thread in the form the browser takes; what is short, streams or
 * has a form already goes out as it is.
 */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < LEAST_LENGTH || reply.hasHeader('content-encoding'))
    return payload
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return payload
  reply.headers({ 'Content-Encoding': encoding, Vary: 'Accept-Encoding' })
  return encoding === 'br' ? brotliOf(payload, quick) : gzipOf(payload)
}
