import { recount } from '#server/counting/recount.ts'
import { lockForRecounting } from '#server/counting/store.ts'
import type { Database } from '#server/platform/database.ts'
import { isId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Block, type BlockKind, findBlock, saveBlock, setBlockActive } from './store.ts'

/** Blocks an address or a page; what it sent before is hidden in the same transaction. */
export async function addBlock(
  database: Database,
  kind: BlockKind,
  block: { id: string; value: string; reason: string | null; at: Date },
): Promise<Block> {
  return database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    let saved: Block | undefined
    await recount(transaction, affectedBy(kind, block.value), async () => {
      saved = await saveBlock(transaction, kind, block)
    })
    if (!saved) throw new Error('a block was not saved')
    return saved
  })
}

/** Switches a block on or off; off brings back exactly what it hid. */
export async function switchBlock(
  database: Database,
  kind: BlockKind,
  id: string,
  isActive: boolean,
): Promise<Block> {
  return database.transaction().execute(async (transaction) => {
    await lockForRecounting(transaction)
    const block = isId(id) ? await findBlock(transaction, kind, id) : undefined
    if (!block) throw new Refusal('not-found', 'There is no such block.')
    await recount(transaction, affectedBy(kind, block.value), () =>
      setBlockActive(transaction, kind, id, isActive),
    )
    return { ...block, is_active: isActive }
  })
}

const affectedBy = (kind: BlockKind, value: string) => ({
  visitors: kind.visitors(value),
  leads: kind.leads(value),
})
