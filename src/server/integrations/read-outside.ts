import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { whyNotOutside } from './post-outside.ts'
import { NoAnswer, type Outside, targetOf } from './send-outside.ts'
import { whyNoAnswer } from './why-no-answer.ts'

/** What an address answered: `text` is undefined where nothing has changed since it was read last. */
export type OutsideText = { text: string | undefined; etag: string | null; modified: string | null }

/** What the caller knows from the last time, and how much it is ready to read. */
export type ReadOutside = {
  etag: string | null
  modified: string | null
  maxBytes: number
  timeoutMs: number
}

/** An address that could be reached and gives nothing that can be used; its message says why, and never the address. */
export class Unreadable extends Error {}

const REDIRECTS = 4

/**
 * Reads a text from an address that the owner gave. Only https on the internet is read, which is asked anew of each
 * place that it leads on to; more than `maxBytes`, or longer than `timeoutMs` in all, is given up. Fails with
 * `Unreadable` or `NoAnswer`.
 */
export async function readOutside(
  address: string,
  reading: ReadOutside,
  outside: Outside,
): Promise<OutsideText> {
  const signal = AbortSignal.timeout(reading.timeoutMs)
  let at = address
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    if (whyNotOutside(at, outside))
      throw new Unreadable(
        hop === 0
          ? 'The address must start with https:// and be on the internet.'
          : 'The address leads on to one that is not on the internet.',
      )
    const url = new URL(at)
    const response = await open(url, await targetOf(url, outside, signal), reading, signal)
    const { statusCode = 0, headers } = response
    const onward = statusCode >= 300 && statusCode < 400 && statusCode !== 304 ? headers.location : undefined
    if (onward !== undefined) {
      response.destroy()
      at = URL.parse(onward.replace(/^webcals?:/i, 'https:'), at)?.href ?? ''
      continue
    }
    const kept = { etag: headers.etag?.slice(0, 300) ?? null, modified: headers['last-modified'] ?? null }
    if (statusCode === 304) {
      response.destroy()
      return { text: undefined, etag: reading.etag, modified: reading.modified }
    }
    if (statusCode < 200 || statusCode > 299) {
      response.destroy()
      throw new Unreadable(`The address answered with status ${statusCode}.`)
    }
    return { text: await textOf(response, reading.maxBytes), ...kept }
  }
  throw new Unreadable('The address leads from one place to the next without an end.')
}

function open(
  url: URL,
  target: string,
  { etag, modified }: ReadOutside,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestHttps : requestHttp
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: target,
        port: url.port || (isSecure ? 443 : 80),
        path: url.pathname + url.search,
        // The certificate must be the name's, although the address is called.
        ...(isIP(host) ? {} : { servername: host }),
        signal,
        // A connection kept from before would say nothing about the way of now.
        agent: false,
        headers: {
          host: url.host,
          accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
          'accept-encoding': 'identity',
          ...(etag ? { 'if-none-match': etag } : {}),
          ...(modified ? { 'if-modified-since': modified } : {}),
        },
      },
      resolve,
    )
    sent.on('error', (error) => reject(asNoAnswer(error, signal)))
    sent.end()
  })
}

async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of response) {
      size += part.length
      if (size > maxBytes) throw new Unreadable('What is at the address is too large.')
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new NoAnswer('failed', 'it did not come to an end in time')
  } finally {
    response.destroy()
  }
  return Buffer.concat(parts).toString('utf8')
}

function asNoAnswer(error: Error, signal: AbortSignal): NoAnswer {
  if (signal.aborted) return new NoAnswer('failed', 'it did not answer in time')
  return new NoAnswer('failed', whyNoAnswer(error).why)
}
