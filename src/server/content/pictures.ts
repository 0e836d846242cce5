import type { ListedPicture } from '#contract/content-api.ts'
import { readPictureAddress } from '#contract/picture-address.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readDrafted } from './draft.ts'
import { deletePictureRow, listPictures, picturesInUse } from './picture-store.ts'
import { readDraft } from './store.ts'
import { asPicture } from './store-picture.ts'

/** Forgets a picture that neither the draft nor any version shows, so that every version can be restored whole. */
export async function deletePicture(database: Database, hash: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    // Nobody may put it on a page while it is looked for.
    await readDraft(transaction, 'forUpdate')
    if ((await picturesInUse(transaction)).has(hash))
      throw new Refusal('conflict', 'The draft, the site or an earlier version shows this picture.')
    if (!(await deletePictureRow(transaction, hash)))
      throw new Refusal('not-found', 'There is no such picture.')
  })
}

/** The newest of the stored pictures, newest first, each with where it is used, and how many there are in all. */
export async function listSitePictures(
  database: Database,
  delivered: SiteContent,
): Promise<{ pictures: ListedPicture[]; total: number }> {
  const { rows, total } = await listPictures(database)
  const { draft, live } = await readDrafted(database, delivered)
  const used = new Map<string, Set<string>>()
  for (const content of [draft, live]) findUses(content, '', used)
  const inUse = await picturesInUse(database)
  const pictures = rows.map((row) => {
    const usedIn = [...(used.get(row.hash) ?? [])]
    return { ...asPicture(row), usedIn, usedEarlier: usedIn.length === 0 && inUse.has(row.hash) }
  })
  return { pictures, total }
}

function findUses(value: unknown, path: string, found: Map<string, Set<string>>): void {
  const hash = typeof value === 'string' ? readPictureAddress(value)?.hash : undefined
  if (hash) found.set(hash, (found.get(hash) ?? new Set()).add(path))
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) findUses(item, path === '' ? key : `${path}.${key}`, found)
}
