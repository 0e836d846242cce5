import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cutText } from '#contract/text.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { OwnerGate } from './serve.ts'

/*
 * What uploads by the tus protocol share, version 1.0.0 (https://tus.io/protocols/resumable-upload), on this product's own
 * footing: its session, its refusals and its limits.
 */

/** The version of the protocol that is spoken here, the only one there is. */
export const TUS_VERSION = '1.0.0'
const PART = 'application/offset+octet-stream'
// A part as long as the slow-request limit lets a phone take; the body itself never stands in memory.
const PART_BYTES = 64 * 1024 * 1024

/** One part of an upload: the place in the file at which it begins, and its bytes. */
export type TusPart = { offset: number; body: Readable }

/** Registers the calls of an upload for the signed-in owner: each speaks the protocol, and a part's body comes as a stream. */
export async function registerTusCalls(
  app: FastifyInstance,
  ownerGate: OwnerGate,
  register: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = PART_BYTES
    })
    scope.addHook('onRequest', ownerGate)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Tus-Resumable', TUS_VERSION)
      if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION)
        throw new Refusal(
          'malformed',
          `This call speaks tus ${TUS_VERSION}; send the header Tus-Resumable: ${TUS_VERSION}.`,
        )
    })
    scope.addContentTypeParser(PART, (_request, body, done) => done(null, body))
    register(scope)
  })
}

/** The length that an upload says it will have, in bytes; refuses what is none. */
export const uploadLength = (request: FastifyRequest): number => whole(request, 'upload-length')

function whole(request: FastifyRequest, header: string): number {
  const value = request.headers[header]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new Refusal('malformed', `The header ${header} must be a whole number.`)
  return Number(value)
}

/** The name of the file, from the protocol's list of keys and values in Base64; `unnamed` where it has none. */
export function uploadName(request: FastifyRequest, unnamed: string): string {
  const pairs = String(request.headers['upload-metadata'] ?? '').split(',')
  const found = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === 'filename')?.[1]
  return cutText(Buffer.from(found ?? '', 'base64').toString('utf8'), 200) || unnamed
}

/** Hands the part that a request brings to `take`; one that is refused is still taken from its sender, who then hears why. */
export async function takePart<Taken>(
  request: FastifyRequest,
  take: (part: TusPart) => Promise<Taken>,
): Promise<Taken> {
  const { body } = request
  if (!(body instanceof Readable)) throw new Refusal('wrong-type', `A part of an upload comes as ${PART}.`)
  try {
    return await take({ offset: whole(request, 'upload-offset'), body })
  } finally {
    body.resume()
  }
}

/** Refuses a part that does not begin where the upload ends so far. */
export function expectOffset(part: TusPart, arrived: number): void {
  if (part.offset !== arrived)
    throw new Refusal('conflict', `${arrived} bytes have arrived; the next part begins there.`)
}

type PartLimits = {
  /** How long the whole file is to be. */
  bytes: number
  /** How many of the first bytes `checkStart` wants to see; it throws where they are not those of such a file. */
  startBytes: number
  checkStart(start: Buffer): void
}

/**
 * Writes a part straight to the disk and returns where it ends. What arrived before the connection broke, or before the part
 * was refused, stays in the file.
 */
export async function appendPart(path: string, part: TusPart, limits: PartLimits): Promise<number> {
  const file = await open(path, 'r+')
  let end = part.offset
  let start = Buffer.alloc(0)
  try {
    // Left open where it is refused, so that the sender can hear why.
    for await (const piece of part.body.iterator({ destroyOnReturn: false })) {
      const chunk: Buffer = piece
      if (end + chunk.length > limits.bytes)
        throw new Refusal('too-large', 'More arrived than this file was to have.')
      if (part.offset === 0 && start.length < limits.startBytes) {
        start = Buffer.concat([start, chunk.subarray(0, limits.startBytes)])
        if (start.length >= limits.startBytes) limits.checkStart(start)
      }
      for (let done = 0; done < chunk.length; )
        done += (await file.write(chunk, done, chunk.length - done, end + done)).bytesWritten
      end += chunk.length
    }
    // Only what is on disk counts as arrived.
    await file.datasync()
    return end
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new Refusal('malformed', 'The connection ended before its part had arrived.')
    throw error
  } finally {
    await file.close()
  }
}
