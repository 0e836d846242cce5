import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Arrival, BACKUP_UPLOADS } from '#contract/backups.ts'
import { cutText } from '#contract/text.ts'
import { isDiskFull, isMissing, roomIn } from '#server/films/film-folder.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { arrivalPath, beginArrival, dropArrival, noRoom, noteArrival, readArrival } from './arrival.ts'
import { BackupProblem } from './backup-problem.ts'
import { refuseByStart, START_BYTES } from './sealed-stream.ts'

/*
 * A backup's file in parts, by the tus protocol, version 1.0.0 with creation and termination
 * (https://tus.io/protocols/resumable-upload). What is written twice at one place is the same, so that a connection that
 * is thought dead does no harm to the one after it.
 */

const VERSION = '1.0.0'
const PART = 'application/offset+octet-stream'
const PART_BYTES = 64 * 1024 * 1024

type Params = { Params: { id: string } }

function whole(request: FastifyRequest, header: string): number {
  const value = request.headers[header]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw new Refusal('malformed', `The header ${header} must be a whole number.`)
  return Number(value)
}

function nameIn(metadata: string | string[] | undefined): string {
  const pairs = String(metadata ?? '').split(',')
  const found = pairs.map((pair) => pair.trim().split(' ')).find(([key]) => key === 'filename')?.[1]
  return cutText(Buffer.from(found ?? '', 'base64').toString('utf8'), 200) || 'Backup'
}

/** The calls by which the owner's browser sends a backup's file in parts, and takes it up again after a break. */
export async function backupUploadRoutes(
  app: FastifyInstance,
  { ownerGate, backupDir, changed }: { ownerGate: OwnerGate; backupDir: string; changed(): void },
): Promise<void> {
  const arriving = async (id: string): Promise<Arrival> => {
    const arrival = await readArrival(backupDir)
    if (arrival?.id !== id || arrival.state !== 'arriving' || arrival.from !== 'computer')
      throw new Refusal('not-found', 'There is no such upload. Choose the file once more.')
    return arrival
  }
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = PART_BYTES
    })
    scope.addHook('onRequest', ownerGate)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Tus-Resumable', VERSION)
      if (request.headers['tus-resumable'] !== VERSION)
        throw new Refusal(
          'malformed',
          `This call speaks tus ${VERSION}; send the header Tus-Resumable: ${VERSION}.`,
        )
    })
    scope.addContentTypeParser(PART, (_request, body, done) => done(null, body))

    scope.post(
      BACKUP_UPLOADS,
      {
        config: { summary: 'Begins to upload a backup by the tus protocol: Upload-Length, Upload-Metadata.' },
      },
      async (request, reply) => {
        const bytes = whole(request, 'upload-length')
        if (bytes === 0) throw new Refusal('invalid', 'This file is empty. Choose the backup itself.')
        const name = nameIn(request.headers['upload-metadata'])
        const id = await beginArrival(backupDir, { name, from: 'computer', bytes })
        changed()
        return reply.header('Location', `${BACKUP_UPLOADS}/${id}`).code(201).send()
      },
    )

    scope.head<Params>(`${BACKUP_UPLOADS}/:id`, async (request, reply) => {
      const { arrived, bytes } = await arriving(request.params.id)
      return reply.headers({ 'Upload-Offset': arrived, 'Upload-Length': bytes }).code(200).send()
    })

    scope.patch<Params>(
      `${BACKUP_UPLOADS}/:id`,
      { config: { summary: 'Sends the next part of a backup: Upload-Offset, and the bytes as the body.' } },
      async (request, reply) => {
        const { body } = request
        if (!(body instanceof Readable))
          throw new Refusal('wrong-type', `A part of a backup comes as ${PART}.`)
        const offset = whole(request, 'upload-offset')
        try {
          const arrival = await arriving(request.params.id)
          const end = await receive(backupDir, arrival, { offset, body })
          if (end === arrival.bytes) {
            await noteArrival(backupDir, arrival.id, { state: 'arrived' })
            changed()
          } else await noteArrival(backupDir, arrival.id, {})
          return reply.header('Upload-Offset', end).code(204).send()
        } finally {
          // What is refused is still on its way: its sender hears why once all of it has been taken.
          body.resume()
        }
      },
    )

    scope.delete<Params>(
      `${BACKUP_UPLOADS}/:id`,
      { config: { summary: 'Gives up an upload; nothing of it is kept.' } },
      async (request, reply) => {
        await arriving(request.params.id)
        await dropArrival(backupDir)
        changed()
        return reply.code(204).send()
      },
    )
  })
}

/** Writes a part to the disk as it comes; what is no backup, or has no room, is refused with nothing left behind. */
async function receive(
  backupDir: string,
  arrival: Arrival,
  part: { offset: number; body: Readable },
): Promise<number> {
  if (part.offset !== arrival.arrived)
    throw new Refusal('conflict', `${arrival.arrived} bytes have arrived; the next part begins there.`)
  try {
    return await append(arrivalPath(backupDir, arrival.id), part, arrival.bytes)
  } catch (error) {
    if (error instanceof BackupProblem) {
      await dropArrival(backupDir)
      throw new Refusal('wrong-type', error.message)
    }
    if (!isDiskFull(error)) throw error
    await dropArrival(backupDir)
    throw noRoom(await roomIn(backupDir))
  }
}

async function append(
  path: string,
  part: { offset: number; body: Readable },
  bytes: number,
): Promise<number> {
  const file = await open(path, 'r+')
  let end = part.offset
  let start = Buffer.alloc(0)
  try {
    for await (const piece of part.body.iterator({ destroyOnReturn: false })) {
      const chunk: Buffer = piece
      if (end + chunk.length > bytes)
        throw new Refusal('too-large', 'More arrived than this file was to have.')
      if (part.offset === 0 && start.length < START_BYTES) {
        start = Buffer.concat([start, chunk.subarray(0, START_BYTES)])
        if (start.length >= START_BYTES) refuseByStart(start)
      }
      for (let done = 0; done < chunk.length; )
        done += (await file.write(chunk, done, chunk.length - done, end + done)).bytesWritten
      end += chunk.length
    }
    // Only what is on disk counts as arrived.
    await file.datasync()
    await stat(path).catch((error: unknown) => {
      throw isMissing(error) ? new Refusal('not-found', 'The upload was given up meanwhile.') : error
    })
    return end
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      throw new Refusal('malformed', 'The connection ended before its part had arrived.')
    throw error
  } finally {
    await file.close()
  }
}
