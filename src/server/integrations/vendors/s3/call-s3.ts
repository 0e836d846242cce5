import { createHash } from 'node:crypto'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StoragePlace } from '#contract/storage-place.ts'
import { readRetryAfter } from '#server/integrations/retry-after.ts'
import { NoAnswer, type Outside, targetOf } from '#server/integrations/send-outside.ts'
import { VendorError } from '#server/integrations/vendor-error.ts'
import { whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import { answerToError, codeIn, PLACE } from './read-answer.ts'

/** How a place is called: where its address may lead (undefined: anywhere, as an engineer's), and what ends all calls. */
export type S3Way = { outside: Outside | undefined; signal: AbortSignal }

/** One call: what is done to which key, or to the bucket itself. */
export type S3Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

const AGAIN = 4
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
// Nothing moves for so long: a part that is on its way slowly goes on.
const SILENT_MS = 30_000
const LONGEST_CALL_MS = 900_000
const LONGEST_TEXT = 4_000_000

/** Tries what may succeed later again, after longer and longer pauses. */
async function tryAgain<Result>(way: S3Way, work: () => Promise<Result>): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await work()
    } catch (error) {
      if (number === AGAIN || way.signal.aborted || !isPassing(error)) throw error
      const ms = Math.max(error.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** number)
      await pause(Math.min(ms, LONGEST_PAUSE_MS), undefined, { signal: way.signal })
    }
  }
}

/** Whether a failure may be over in seconds. */
export const isPassing = (error: unknown): error is VendorError =>
  error instanceof VendorError && ['unreachable', 'vendor-fault', 'rate-limited'].includes(error.kind)

/** Makes a call, again where that may help, and returns its answer's text and ETag. */
export function callS3(
  place: StoragePlace,
  way: S3Way,
  call: S3Call,
): Promise<{ text: string; etag: string }> {
  return tryAgain(way, async () => {
    const answer = await openS3(place, way, call)
    const text = await textOf(answer)
    // It may begin to answer with success before it knows.
    if (codeIn(text) !== undefined) throw answerToError(500, text, undefined)
    return { text, etag: answer.headers.etag ?? '' }
  })
}

/** Makes a call once; its answer is a success, and its body is still to be read. */
export async function openS3(place: StoragePlace, way: S3Way, call: S3Call): Promise<IncomingMessage> {
  const signal = AbortSignal.any([way.signal, AbortSignal.timeout(LONGEST_CALL_MS)])
  const url = addressOf(place, call)
  let answer: IncomingMessage
  try {
    const target = way.outside ? await targetOf(url, way.outside, signal) : url.hostname
    answer = await send(url, { ...call, target, headers: await signed(place, url, call), signal })
  } catch (error) {
    throw asVendorError(error)
  }
  const { statusCode: status = 0, headers } = answer
  if (status >= 200 && status < 300) return answer
  const text = await textOf(answer).catch(() => '')
  throw answerToError(status, text, readRetryAfter(headers['retry-after'], new Date()))
}

function addressOf({ endpoint, bucket, prefix }: StoragePlace, { key, query = {} }: S3Call): URL {
  const path = key === undefined ? [bucket] : [bucket, ...(prefix ? [prefix] : []), key]
  const url = new URL(`${endpoint}/${path.join('/')}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

async function signed(
  place: StoragePlace,
  url: URL,
  { method, body, headers = {} }: S3Call,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, service: 's3', region: place.region },
    ...{ accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    headers: {
      ...headers,
      // What arrives is held against it there: a part that was changed on its way is not taken.
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  })
  return { ...Object.fromEntries((await signer.sign()).headers), host: url.host }
}

type Sending = {
  method: string
  target: string
  headers: Record<string, string>
  body?: Buffer
  signal: AbortSignal
}

function send(url: URL, { method, target, headers, body, signal }: Sending): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestHttps : requestHttp)(
      {
        ...{ host: target.replace(/^\[|\]$/g, ''), port: url.port || (isSecure ? 443 : 80) },
        ...{ method, path: url.pathname + url.search, signal, agent: false, timeout: SILENT_MS },
        // The certificate must be the name's, although the address is called.
        ...(isIP(host) ? {} : { servername: host }),
        headers: { ...headers, 'content-length': body?.length ?? 0 },
      },
      resolve,
    )
    sent.on('timeout', () => sent.destroy(new DOMException('silent', 'TimeoutError')))
    sent.on('error', reject)
    sent.end(body)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  try {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of answer) {
      parts.push(part)
      bytes += part.length
      if (bytes > LONGEST_TEXT) throw new NoAnswer('nonsense', 'its answer has no end')
    }
    return Buffer.concat(parts).toString('utf8')
  } catch (error) {
    throw asVendorError(error)
  } finally {
    answer.destroy()
  }
}

/** Why there was no answer, or not all of it. */
export function asVendorError(error: unknown): VendorError {
  if (error instanceof VendorError) return error
  if (error instanceof NoAnswer && error.what === 'name-private')
    return new VendorError('The address leads into a private network.', {
      ...{ vendor: PLACE, kind: 'wrong-address' },
    })
  const { kind, why } =
    error instanceof NoAnswer
      ? {
          kind: error.what === 'nonsense' ? ('vendor-fault' as const) : ('unreachable' as const),
          why: error.message,
        }
      : whyNoAnswer(error)
  return new VendorError(`${PLACE} could not be reached: ${why}.`, { vendor: PLACE, kind })
}
