import { open, rename, rm, writeFile } from 'node:fs/promises'
import { filmAddress } from '#contract/film-address.ts'
import { fileBoxes, type ReadPart } from '#contract/film-boxes.ts'
import { checkFilm } from '#contract/film-check.ts'
import { type FilmFacts, FilmProblem } from '#contract/film-facts.ts'
import type { Film } from '#contract/films-api.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { arrivedOf } from './film-folder.ts'
import { whileHolding } from './hold-upload.ts'
import { indexFirst } from './index-first.ts'
import { dropUpload, type ReceivingParts } from './receive-part.ts'
import { type FilmPart, type FilmRow, findFilm, findUpload, insertFilm } from './store.ts'

/** A stored film as the owner sees it. */
export const asFilm = ({
  id,
  form,
  name,
  bytes,
  seconds,
  width,
  height,
  note,
  created_at,
}: FilmRow): Film => ({
  ...{ id, name, bytes, seconds, width, height, note },
  address: filmAddress({ id, form }),
  createdAt: created_at.toISOString(),
})

/**
 * Makes an upload a film once all of it has arrived and it would play everywhere; else says why not, in a sentence, and
 * leaves nothing behind. Asked again, as after a lost answer, it gives the same film.
 */
export async function takeFilm(parts: ReceivingParts, id: string): Promise<Film> {
  const { database, folder } = parts
  const known = await findFilm(database, id)
  if (known) return asFilm(known)
  if (!(await findUpload(database, id))) throw gone()
  try {
    return await whileHolding(database, id, async () => {
      const taken = await findFilm(database, id)
      if (taken) return asFilm(taken)
      const upload = await findUpload(database, id)
      const arrived = upload && (await arrivedOf(folder, upload))
      if (!arrived) throw gone()
      if (arrived.size !== upload.bytes) throw new Refusal('conflict', 'The video has not fully arrived yet.')
      const { facts, head, rest } = await look(arrived.path, arrived.size)
      const file = `${id}.${facts.form}`
      const index = `${id}.index`
      if (head) await writeFile(folder.film(index), head, { flush: true })
      await rename(arrived.path, folder.film(file))
      const made: FilmPart[] = [
        ...(head ? [{ file: index, from: 0, to: head.length }] : []),
        ...rest.map((stretch) => ({ file, ...stretch })),
      ]
      const film: FilmRow = {
        ...{ id, name: upload.name, parts: made, created_at: parts.clock.now() },
        ...facts,
        bytes: made.reduce((sum, { from, to }) => sum + to - from, 0),
      }
      await insertFilm(database, film)
      return asFilm(film)
    })
  } catch (error) {
    if (!(error instanceof FilmProblem)) throw error
    await dropUpload(parts, id)
    throw new Refusal('invalid', error.message, { fields: { film: error.message } })
  }
}

const gone = () => new Refusal('not-found', 'There is no such upload. Choose the video again.')

type Look = { facts: FilmFacts; head: Buffer | undefined; rest: { from: number; to: number }[] }

/** What a file says of its film, and of which bytes the film is served. */
async function look(path: string, size: number): Promise<Look> {
  const file = await open(path, 'r')
  try {
    const read: ReadPart = async (at, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
      let done = 0
      while (done < bytes.length) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, at + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return bytes.subarray(0, done)
    }
    const facts = await checkFilm(read, size)
    const whole = { facts, head: undefined, rest: [{ from: 0, to: size }] }
    const boxes = facts.form === 'mp4' ? (await fileBoxes(read, size))?.boxes : undefined
    const index = boxes?.find(({ type }) => type === 'moov')
    if (!boxes || !index) return whole
    const brand =
      boxes[0]?.type === 'ftyp' ? Buffer.from(await read(boxes[0].at + 8, 4)).toString('latin1') : ''
    const first = indexFirst(boxes, Buffer.from(await read(index.at, index.size)), brand)
    return first ? { facts, ...first } : whole
  } finally {
    await file.close()
  }
}

/** Deletes the files of a film; a file that is gone already is none to delete. */
export async function deleteFilmFiles(
  { folder }: Pick<ReceivingParts, 'folder'>,
  film: Pick<FilmRow, 'parts'>,
): Promise<void> {
  for (const file of new Set(film.parts.map((part) => part.file)))
    await rm(folder.film(file), { force: true })
}
