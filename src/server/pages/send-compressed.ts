import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '#server/platform/http/accepted-encoding.ts'
import type { Compressed } from './compressed.ts'

/** Whether the browser already holds these bytes (`If-None-Match`; weak and strong tags are the same here). */
export const isHeld = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .some((held) => held.trim().replace(/^W\//, '') === tag || held.trim() === '*')

/** Sends the form of the bytes that fits the request, or 304 where the browser holds it already. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Compressed,
): FastifyReply {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const body = (encoding && bytes[encoding]) ?? bytes.plain
  const tag = `"${bytes.etag}${body === bytes.plain ? '' : `-${encoding}`}"`
  reply.header('ETag', tag)
  if (bytes.br) reply.header('Vary', 'Accept-Encoding')
  if (reply.statusCode === 200 && isHeld(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (body !== bytes.plain) reply.header('Content-Encoding', encoding)
  return reply.send(body)
}
