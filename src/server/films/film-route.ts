import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { filmType, readFilmAddress, sampleFilm } from '#contract/film-address.ts'
import type { Database } from '#server/platform/database.ts'
import { type StretchedBody, sendStretches } from '#server/platform/http/send-stretches.ts'
import { type FilmFolder, sizeOf } from './film-folder.ts'
import { findCaptions, findFilm } from './store.ts'

const SAMPLES = fileURLToPath(new URL('../../web/site/film/', import.meta.url))
const A_YEAR = 'public, max-age=31536000, immutable'
// A film opened in a tab of its own is a page that the browser draws around it.
const POLICY = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"
// A player asks for a film in dozens of ranges.
const FILMS_KEPT = 200

type Parts = {
  database: Database
  folder: FilmFolder
  notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** `GET /films/…`: the sample, the owner's films and their captions, none of which ever changes under its address. */
export function filmRoute(app: FastifyInstance, { database, folder, notFound }: Parts): void {
  const samples = new Map<string, StretchedBody>(
    (['mp4', 'webm'] as const).map((form) => [sampleFilm[form], sampleOf(form)]),
  )
  const known = new Map<string, StretchedBody>()

  async function find(address: string): Promise<StretchedBody | undefined> {
    const name = readFilmAddress(address)
    const film = name && (known.get(address) ?? (await storedFilm(name)))
    if (!film) return undefined
    // Deleted by another process, or a media folder that was not brought along.
    const sizes = await Promise.all(
      film.stretches.map(async ({ path, to }) => ((await sizeOf(path)) ?? 0) >= to),
    )
    if (!sizes.every(Boolean)) {
      known.delete(address)
      return undefined
    }
    known.set(address, film)
    for (const oldest of known.keys()) if (known.size > FILMS_KEPT) known.delete(oldest)
    return film
  }

  async function storedFilm({ id, form }: { id: string; form: string }): Promise<StretchedBody | undefined> {
    const row = await findFilm(database, id)
    if (row?.form !== form) return undefined
    return {
      stretches: row.parts.map(({ file, from, to }) => ({ path: folder.film(file), from, to })),
      type: filmType(row.form),
      etag: `"${id}"`,
      modified: row.created_at,
    }
  }

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/films/:name',
    handler: async (request, reply) => {
      const address = `/films/${request.params.name}`
      const film = samples.get(address) ?? (await find(address))
      if (!film) return notFound(request, reply)
      return sendStretches(request, reply.header('Content-Security-Policy', POLICY), film)
    },
  })
  app.get<{ Params: { name: string } }>('/films/captions/:name', async (request, reply) => {
    const hash = /^([0-9a-f]{32})\.vtt$/.exec(request.params.name)?.[1]
    const text = hash && (await findCaptions(database, hash))
    if (!hash || !text) return notFound(request, reply)
    reply.headers({ 'Cache-Control': A_YEAR, ETag: `"${hash}"` })
    if (request.headers['if-none-match'] === `"${hash}"`) return reply.code(304).send()
    return reply.type('text/vtt; charset=utf-8').send(text)
  })
}

function sampleOf(form: 'mp4' | 'webm'): StretchedBody {
  const path = `${SAMPLES}sample-film.${form}`
  const { size } = statSync(path)
  const name = sampleFilm[form].slice('/films/'.length)
  return {
    stretches: [{ path, from: 0, to: size }],
    type: filmType(form),
    etag: `"${name}-${size}"`,
    // Git keeps no times, and every installation is to say the same.
    modified: new Date(Date.UTC(2026, 10, 22)),
  }
}
