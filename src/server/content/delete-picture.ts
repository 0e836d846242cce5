import type { Database } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deletePictureRow, picturesInUse } from './picture-store.ts'
import { readDraft } from './store.ts'

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
