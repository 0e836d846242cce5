import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LARGEST_FILM } from '#contract/film-check.ts'
import { FILM_UPLOADS } from '#contract/films-api.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import type { OwnerGate } from '#server/platform/http/serve.ts'
import {
  registerTusCalls,
  TUS_VERSION,
  takePart,
  uploadLength,
  uploadName,
} from '#server/platform/http/tus-uploads.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { explainFolder, readableSize } from './film-folder.ts'
import { dropUpload, type ReceivingParts, readUpload, receivePart } from './receive-part.ts'
import { reserveUpload } from './reserve-upload.ts'
import { insertUpload } from './store.ts'
import { UPLOAD_WAITS_MS } from './sweep-films.ts'

/*
 * The tus protocol with creation, expiration and termination, and with a lock between processes.
 */

type Params = { Params: { id: string } }

/** Checks the id before anything on disk is looked for by it. */
function idOf(request: FastifyRequest<Params>): string {
  const { id } = request.params
  if (!/^[0-9a-f]{32}$/.test(id))
    throw new Refusal('not-found', 'There is no such upload. Choose the video again.')
  return id
}

/** The calls by which the owner's browser sends a film in parts, and takes it up again after a break. */
export async function uploadRoutes(
  app: FastifyInstance,
  parts: ReceivingParts & { ownerGate: OwnerGate },
): Promise<void> {
  await registerTusCalls(app, parts.ownerGate, (scope) => sendersCalls(scope, parts))
}

function sendersCalls(app: FastifyInstance, parts: ReceivingParts): void {
  const { database, folder, clock } = parts
  app.setErrorHandler((error, request, reply) => answerError(explainFolder(error), request, reply))
  const untilOf = (at: Date) => new Date(at.getTime() + UPLOAD_WAITS_MS).toUTCString()
  const address = (id: string) => `${FILM_UPLOADS}/${id}`

  app.options(FILM_UPLOADS, (_request, reply) =>
    reply
      .headers({
        'Tus-Version': TUS_VERSION,
        'Tus-Extension': 'creation,expiration,termination',
        'Tus-Max-Size': LARGEST_FILM,
      })
      .code(204)
      .send(),
  )

  app.post(
    FILM_UPLOADS,
    {
      config: {
        summary: 'Begins the upload of a video by the tus protocol: Upload-Length, Upload-Metadata.',
      },
    },
    async (request, reply) => {
      const bytes = uploadLength(request)
      if (bytes === 0) throw new Refusal('invalid', 'This file is empty. Choose the video itself.')
      if (bytes > LARGEST_FILM)
        throw new Refusal(
          'too-large',
          `This video is ${readableSize(bytes)}; the limit is 4 GB. Export it at 1080p and about 5 Mbit/s, and choose that file.`,
        )
      await folder.prepare()
      await reserveUpload(parts, bytes)
      const id = randomBytes(16).toString('hex')
      const at = clock.now()
      await writeFile(folder.upload(id), '')
      await insertUpload(database, {
        id,
        name: uploadName(request, 'Video'),
        bytes,
        touched_at: at,
      })
      return reply
        .headers({ Location: address(id), 'Upload-Expires': untilOf(at) })
        .code(201)
        .send()
    },
  )

  app.head<Params>(`${FILM_UPLOADS}/:id`, async (request, reply) => {
    const { arrived, bytes } = await readUpload(parts, idOf(request))
    return reply.headers({ 'Upload-Offset': arrived, 'Upload-Length': bytes }).code(200).send()
  })

  app.patch<Params>(
    `${FILM_UPLOADS}/:id`,
    { config: { summary: 'Sends the next part of a video: Upload-Offset, and the bytes as the body.' } },
    async (request, reply) => {
      const arrived = await takePart(request, (part) => receivePart(parts, idOf(request), part))
      return sendArrived(reply, arrived, untilOf(clock.now()))
    },
  )

  app.delete<Params>(
    `${FILM_UPLOADS}/:id`,
    { config: { summary: 'Gives up an upload; nothing of it is kept.' } },
    async (request, reply) => {
      const id = idOf(request)
      await readUpload(parts, id)
      await dropUpload(parts, id)
      return reply.code(204).send()
    },
  )
}

const sendArrived = (reply: FastifyReply, arrived: number, until: string): FastifyReply =>
  reply.headers({ 'Upload-Offset': arrived, 'Upload-Expires': until }).code(204).send()
