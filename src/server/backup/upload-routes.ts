import { stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { type Arrival, BACKUP_UPLOADS } from '#contract/backups.ts'
import { isDiskFull, isMissing, roomIn } from '#server/films/film-folder.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import {
  appendPart,
  expectOffset,
  registerTusCalls,
  type TusPart,
  takePart,
  uploadLength,
  uploadName,
} from '#server/platform/http/tus-uploads.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { arrivalPath, beginArrival, dropArrival, noRoom, noteArrival, readArrival } from './arrival.ts'
import { BackupProblem } from './backup-problem.ts'
import { refuseByStart, START_BYTES } from './sealed-stream.ts'

/*
 * The tus protocol with creation and termination. What is written twice at one place is the same, so that a connection that is
 * thought dead does no harm to the one after it.
 */

type Params = { Params: { id: string } }

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
  await registerTusCalls(app, ownerGate, (scope) => {
    scope.post(
      BACKUP_UPLOADS,
      {
        config: { summary: 'Begins to upload a backup by the tus protocol: Upload-Length, Upload-Metadata.' },
      },
      async (request, reply) => {
        const bytes = uploadLength(request)
        if (bytes === 0) throw new Refusal('invalid', 'This file is empty. Choose the backup itself.')
        const name = uploadName(request, 'Backup')
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
        const end = await takePart(request, async (part) => {
          const arrival = await arriving(request.params.id)
          const end = await receive(backupDir, arrival, part)
          const isWhole = end === arrival.bytes
          await noteArrival(backupDir, arrival.id, isWhole ? { state: 'arrived' } : {})
          if (isWhole) changed()
          return end
        })
        return reply.header('Upload-Offset', end).code(204).send()
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
async function receive(backupDir: string, arrival: Arrival, part: TusPart): Promise<number> {
  expectOffset(part, arrival.arrived)
  const path = arrivalPath(backupDir, arrival.id)
  try {
    const end = await appendPart(path, part, {
      bytes: arrival.bytes,
      startBytes: START_BYTES,
      checkStart: refuseByStart,
    })
    await stat(path)
    return end
  } catch (error) {
    if (isMissing(error)) throw new Refusal('not-found', 'The upload was given up meanwhile.')
    if (error instanceof BackupProblem) {
      await dropArrival(backupDir)
      throw new Refusal('wrong-type', error.message)
    }
    if (!isDiskFull(error)) throw error
    await dropArrival(backupDir)
    throw noRoom(await roomIn(backupDir))
  }
}
