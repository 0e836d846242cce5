import { isHandOffTarget } from '#contract/hand-off.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import { signerFor } from '#server/platform/signed-value.ts'
import { findHandOff, hasOwnLead, insertHandOff, spendHandOff } from './hand-off-store.ts'

/** How long a hand-off link works. */
export const HAND_OFF_MINUTES = 30

/** Carries a visitor from one browser to another by a link that is signed, short-lived and good for one use. */
export type HandOffs = {
  /** The path of a new link for this visitor that leads to `to`. */
  make(visitorId: string, to: string): Promise<string>
  /**
   * Who the browser that opened the link becomes, or null where it stays who it is: the link is forged, expired
   * or used, or the browser has a lead of its own.
   */
  take(token: string, opener: string | null): Promise<string | null>
}

/** Hand-offs kept in the database, so that one use means one use across processes. */
export function handOffs(parts: {
  database: Database
  clock: Clock
  newId: NewId
  secret: string
}): HandOffs {
  const { database, clock, newId } = parts
  const signer = signerFor(parts.secret, 'hand-off')
  return {
    async make(visitorId, to) {
      const at = clock.now()
      const id = newId()
      const expiresAt = new Date(at.getTime() + HAND_OFF_MINUTES * 60_000)
      await insertHandOff(database, { id, visitorId, at, expiresAt })
      return `/h/${signer.sign(id)}?to=${to}`
    },
    async take(token, opener) {
      const id = signer.read(token)
      if (id === null || !isId(id)) return null
      const now = clock.now()
      const visitorId = await findHandOff(database, id, now)
      // The browser it was made in may try its own link without using it up.
      if (!visitorId || visitorId === opener) return null
      if (opener && (await hasOwnLead(database, opener))) return null
      return (await spendHandOff(database, id, now)) ? visitorId : null
    },
  }
}

/** The page a hand-off link leads to: the one it names where that is a page of this site, else the home page. */
export const targetOf = (to: unknown): string => (typeof to === 'string' && isHandOffTarget(to) ? to : '/')
