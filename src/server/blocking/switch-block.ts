import { recountBlockAtOnce } from '#server/counting/recount-portion.ts'
import { noteBlockChange } from '#server/counting/recount-queue.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Block, type BlockKind, findBlock, saveBlock, setBlockActive } from './store.ts'

/**
 * Blocks an address or a page. What comes from now on is hidden; what came before is taken back from the counts at
 * once where it is little, else by the rollup worker. Nobody who writes waits for it.
 */
export async function addBlock(
  database: Database,
  kind: BlockKind,
  block: { id: string; value: string; reason: string | null; at: Date },
): Promise<Block> {
  const saved = await database.transaction().execute(async (transaction) => {
    const stored = await saveBlock(transaction, kind, block)
    await noteBlockChange(transaction, { kind: kind.name, value: stored.value, hides: true })
    return stored
  })
  await recountBlockAtOnce(database, { kind: kind.name, value: saved.value })
  return saved
}

/** Switches a block on or off, as `addBlock` does; off brings back exactly what it hid. */
export async function switchBlock(
  database: Database,
  kind: BlockKind,
  id: string,
  isActive: boolean,
): Promise<Block> {
  const block = await database.transaction().execute(async (transaction) => {
    const stored = isId(id) ? await findBlock(transaction, kind, id) : undefined
    if (!stored) throw new Refusal('not-found', 'There is no such block.')
    await setBlockActive(transaction, kind, id, isActive)
    await noteBlockChange(transaction, { kind: kind.name, value: stored.value, hides: isActive })
    return { ...stored, is_active: isActive }
  })
  await recountBlockAtOnce(database, { kind: kind.name, value: block.value })
  return block
}
