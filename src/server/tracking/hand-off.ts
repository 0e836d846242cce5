import { isHandOffTarget } from '#contract/hand-off.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { isId, type NewId } from '#server/platform/ids.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { signerFor } from '#server/platform/signed-value.ts'
import {
  findHandOff,
  hasOwnLead,
  insertHandOff,
  joinOpener,
  linkVisitors,
  readGiver,
  spendHandOff,
  undoHandOffs,
} from './hand-off-store.ts'
import { identifyBrowser } from './identify-browser.ts'
import type { Browser } from './read-browser.ts'
import { recordVisitor } from './store.ts'
import { isTouch } from './touch.ts'

/** How long a hand-off link works. */
export const HAND_OFF_MINUTES = 30

/** The browser that opens a link; `visitorId` is null where it brought no cookie of ours. */
export type Opener = { visitorId: string | null; ipAddress: string; browser: Browser }

/**
 * Carries a visit from one browser to another by a link that is signed, short-lived and good for one use. It reads one
 * way: the second browser may be told what the first one gave before, the first one nothing of what comes after.
 */
export type HandOffs = {
  /** The path of a new link for this visitor that leads to `to`. */
  make(visitorId: string, to: string): Promise<string>
  /**
   * The opener's own visitor, now linked to the first one and with the advert that brought it, or null where nothing
   * was handed over: the link is forged, expired or used, or the opener has a lead of its own.
   */
  take(token: string, opener: Opener): Promise<string | null>
  /** Takes back what a visitor was handed; refused where there is nothing. */
  undo(visitorId: string): Promise<void>
}

/** What follows in the rooms above where the owner undoes a hand-off. Handed in where the product is put together. */
export type UndoneFollowers = {
  /** Takes the locks that it needs, before any other. */
  lock(transaction: Queryable, visitorId: string): Promise<void>
  /** Takes back what counted only by what the opener was handed. */
  takeBack(transaction: Queryable, visitorId: string, at: Date): Promise<void>
}

/** Hand-offs kept in the database, so that one use means one use across processes. */
export function handOffs(parts: {
  database: Database
  clock: Clock
  newId: NewId
  secret: string
  undone: UndoneFollowers
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
      const handOff = await findHandOff(database, id, now)
      // The browser it was made in may try its own link without using it up.
      if (!handOff || handOff.visitorId === opener.visitorId) return null
      if (opener.visitorId && (await hasOwnLead(database, opener.visitorId))) return null
      const visitorId = opener.visitorId ?? newId()
      return database.transaction().execute(async (transaction) => {
        if (!(await spendHandOff(transaction, id, now))) return null
        await bringAlong(transaction, { ...opener, visitorId }, handOff.visitorId, now)
        await linkVisitors(transaction, { id: newId(), visitorId, handOff, at: now })
        await joinOpener(transaction, { id: newId(), visitorId, handOff, at: now })
        return visitorId
      })
    },
    async undo(visitorId) {
      const at = clock.now()
      const isUndone =
        isId(visitorId) &&
        (await database.transaction().execute(async (transaction) => {
          await parts.undone.lock(transaction, visitorId)
          if (!(await undoHandOffs(transaction, visitorId, at))) return false
          await parts.undone.takeBack(transaction, visitorId, at)
          return true
        }))
      if (!isUndone) throw new Refusal('not-found', 'This visitor was not handed over from another browser.')
    },
  }
}

/** The page a hand-off link leads to: the one it names where that is a page of this site, else the home page. */
export const targetOf = (to: unknown): string => (typeof to === 'string' && isHandOffTarget(to) ? to : '/')

/** The opener becomes a visitor that came by the first one's advert; one that came by another before keeps its own. */
async function bringAlong(
  transaction: Queryable,
  opener: Opener & { visitorId: string },
  from: string,
  at: Date,
): Promise<void> {
  const giver = await readGiver(transaction, from)
  const { userAgent, device } = opener.browser
  // The first touch that is told stays the first, the last one follows.
  const touches = [giver?.firstTouch ?? {}, giver?.lastTouch ?? {}].filter(isTouch)
  for (const touch of touches.length > 0 ? touches : [{}])
    await recordVisitor(
      transaction,
      {
        id: opener.visitorId,
        seen_at: at.toISOString(),
        ip_address: opener.ipAddress,
        landing_path: giver?.landingPath ?? null,
        touch,
      },
      identifyBrowser(userAgent, device),
    )
}
