import type { FastifyInstance } from 'fastify'
import { blockingApi } from '#contract/blocking.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { type OwnerGate, serve } from '#server/platform/http/serve.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Live } from '#server/platform/live.ts'
import { previewBlock } from './preview-block.ts'
import { addressBlocks, type Block, listBlocks, pageBlocks, storedPath } from './store.ts'
import { addBlock, switchBlock } from './switch-block.ts'

/** The owner's calls for blocking addresses and pages (docs/spec.md, 'Blocking'). */
export function blockingRoutes(
  app: FastifyInstance,
  parts: { ownerGate: OwnerGate; database: Database; clock: Clock; newId: NewId; live: Live },
): void {
  const { database } = parts
  const changed = <T>(result: T): T => {
    parts.live.changed('blocking')
    parts.live.changed('visitors')
    parts.live.changed('leads')
    return result
  }
  const newBlock = (value: string, reason: string | null) => ({
    id: parts.newId(),
    value,
    reason,
    at: parts.clock.now(),
  })

  serve(app, blockingApi, parts.ownerGate, {
    'GET /api/blocked-ips': async () => (await listBlocks(database, addressBlocks)).map(asBlockedIp),
    'GET /api/blocked-pages': async () => (await listBlocks(database, pageBlocks)).map(asBlockedPage),
    'GET /api/blocked-ips/preview': ({ ipAddress }) => previewBlock(database, addressBlocks, ipAddress),
    'GET /api/blocked-pages/preview': async ({ pagePath }) =>
      previewBlock(database, pageBlocks, await storedPath(database, pagePath)),
    'POST /api/blocked-ips': async ({ ipAddress, reason }) =>
      changed(asBlockedIp(await addBlock(database, addressBlocks, newBlock(ipAddress, reason)))),
    'POST /api/blocked-pages': async ({ pagePath, reason }) => {
      const block = newBlock(await storedPath(database, pagePath), reason)
      return changed(asBlockedPage(await addBlock(database, pageBlocks, block)))
    },
    'PATCH /api/blocked-ips/:id': async ({ id, isActive }) =>
      changed(asBlockedIp(await switchBlock(database, addressBlocks, id, isActive))),
    'PATCH /api/blocked-pages/:id': async ({ id, isActive }) =>
      changed(asBlockedPage(await switchBlock(database, pageBlocks, id, isActive))),
  })
}

const common = (block: Block) => ({
  id: block.id,
  reason: block.reason,
  isActive: block.is_active ? ('true' as const) : ('false' as const),
  blockedAt: block.blocked_at.toISOString(),
})
const asBlockedIp = (block: Block) => ({ ...common(block), ipAddress: block.value })
const asBlockedPage = (block: Block) => ({ ...common(block), pagePath: block.value })
