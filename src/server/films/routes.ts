import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { captionsAddress } from '#contract/film-address.ts'
import { LARGEST_CAPTIONS, readCaptions } from '#contract/film-captions.ts'
import { filmsApi } from '#contract/films-api.ts'
import type { PublicSite } from '#server/pages/register-pages.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { explainFolder, filmFolder } from './film-folder.ts'
import { filmRoute } from './film-route.ts'
import { deleteFilm, listFilms } from './list-films.ts'
import { insertCaptions } from './store.ts'
import { takeFilm } from './take-film.ts'
import { uploadRoutes } from './upload-routes.ts'

type Parts = {
  ownerGate: OwnerGate
  database: Database
  clock: Clock
  mediaDir: string
  site: { pages(): Pick<PublicSite, 'sendNotFound'> }
}

/** The owner's calls for films and captions, and both as pages play them. */
export async function filmRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { ownerGate, database, clock } = parts
  const folder = filmFolder(parts.mediaDir)
  const receiving = { database, clock, folder }
  filmRoute(app, {
    database,
    folder,
    notFound: (request, reply) => parts.site.pages().sendNotFound(request, reply),
  })
  await uploadRoutes(app, { ...receiving, ownerGate })
  // Captions are longer than any other text, so nobody but the owner may send that much.
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      // Four bytes a letter, at most.
      if (route.url.endsWith('/captions')) route.bodyLimit = 4 * LARGEST_CAPTIONS
    })
    scope.addHook('onRequest', ownerGate)
    scope.setErrorHandler((error, request, reply) => answerError(explainFolder(error), request, reply))
    serve(scope, filmsApi, ownerGate, {
      'GET /api/site/films': async (_input, { reply }) => {
        const { films, total } = await listFilms(database)
        reply.header('X-Total-Count', String(total))
        return films
      },
      'POST /api/site/films': ({ upload }) => takeFilm(receiving, upload),
      'DELETE /api/site/films/:id': async ({ id }) => {
        await deleteFilm(receiving, id)
        return { success: true }
      },
      'POST /api/site/captions': async ({ text: file }) => {
        const read = readCaptions(file)
        if (typeof read === 'string') throw new Refusal('invalid', read, { fields: { text: read } })
        const hash = createHash('sha256').update(read.text).digest('hex').slice(0, 32)
        await insertCaptions(database, { hash, text: read.text, at: clock.now() })
        return { address: captionsAddress(hash), cues: read.cues }
      },
    })
  })
}
