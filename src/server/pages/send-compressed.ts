import type { FastifyReply, FastifyRequest } from 'fastify'
import { rememberLately } from '#server/platform/remember-lately.ts'
import type { Compressed } from './compressed.ts'

type Encoding = 'br' | 'gzip'

/** The best form the browser takes: brotli, else gzip, else plain; `q=0` means it must not be sent. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const offers = (accepted ?? '').split(',').map((offer) =>
    offer
      .toLowerCase()
      .split(';')
      .map((part) => part.trim()),
  )
  const takes = (name: Encoding) =>
    offers.some(
      ([coding, ...weights]) => coding === name && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight)),
    )
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

// Browsers send a handful of different texts; a flood of made-up ones must not fill the memory.
const known = rememberLately<Encoding | 'plain'>(20_000, () => 20)

/** `encodingFor`, remembered: reading the text anew would cost each answer more than finding its bytes. */
function knownEncoding(accepted = ''): Encoding | undefined {
  let encoding = known.get(accepted)
  if (!encoding) {
    encoding = encodingFor(accepted) ?? 'plain'
    known.set(accepted, encoding)
  }
  return encoding === 'plain' ? undefined : encoding
}

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
  const encoding = knownEncoding(request.headers['accept-encoding'])
  const body = (encoding && bytes[encoding]) ?? bytes.plain
  const tag = `"${bytes.etag}${body === bytes.plain ? '' : `-${encoding}`}"`
  reply.header('ETag', tag)
  if (bytes.br) reply.header('Vary', 'Accept-Encoding')
  if (reply.statusCode === 200 && isHeld(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (body !== bytes.plain) reply.header('Content-Encoding', encoding)
  return reply.send(body)
}
