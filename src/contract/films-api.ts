import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'
import { LARGEST_CAPTIONS } from './film-captions.ts'

/*
 * The owner's films (docs/spec.md, 'Site content'). A film arrives by the tus protocol under `/api/site/film-uploads`,
 * in parts that can be taken up again; then `POST /api/site/films` makes it a film or says why it is none.
 */

/** A stored film. `address` is what a page's content holds. */
export const Film = z.object({
  id: z.string(),
  address: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Null where its file does not say. */
  seconds: z.number().nullable(),
  width: z.number(),
  height: z.number(),
  /** What its owner should know, such as on which phones it does not play; mostly empty. */
  note: z.string(),
  createdAt: z.string(),
})
export type Film = z.output<typeof Film>

/** A stored film and whether the draft or any version shows it, so that it cannot be deleted. */
export const ListedFilm = Film.extend({ isUsed: z.boolean() })
export type ListedFilm = z.output<typeof ListedFilm>

/** Where films are sent to. */
export const FILM_UPLOADS = '/api/site/film-uploads'

/** The owner's films and their captions. */
export const filmsApi = {
  'GET /api/site/films': {
    for: 'owner',
    input: z.object({}),
    output: z.array(ListedFilm),
    summary: 'The uploaded videos, newest first, at most 500; `X-Total-Count` says how many there are.',
  },
  'POST /api/site/films': {
    for: 'owner',
    input: z.object({ upload: z.string().max(64) }),
    output: Film,
    summary:
      'Makes a video of an upload that has arrived whole; 422 says why it cannot, and nothing of the upload is kept. Asked again it answers the same video.',
  },
  'DELETE /api/site/films/:id': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Deletes a video; 409 while the draft, the site or an earlier version shows it.',
  },
  'POST /api/site/captions': {
    for: 'owner',
    input: z.object({
      text: z.string().max(LARGEST_CAPTIONS, 'must be captions, and no longer than a video'),
    }),
    output: z.object({ address: z.string(), cues: z.number() }),
    summary: 'Stores captions from a WebVTT or SRT file as WebVTT; 422 where they cannot be read.',
  },
} satisfies Endpoints
