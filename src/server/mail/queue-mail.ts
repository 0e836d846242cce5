import { randomUUID } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import type { QueuedMail } from './queued-mail.ts'
import { insertMail, withdrawMails } from './store.ts'

/**
 * Queues a mail as part of the caller's transaction: it is sent once that commits, and kept as long as no mail server is
 * connected. A key that was used is the same mail, and nothing happens; one that was withdrawn is queued anew. Says
 * whether it was queued.
 */
export const queueMail = (transaction: Queryable, mail: QueuedMail): Promise<boolean> =>
  insertMail(transaction, randomUUID(), mail)

/**
 * Takes back every mail that was not sent and whose key begins with this, also one that failed and could be tried again;
 * returns how many. What a mail server takes at this moment is sent.
 */
export const withdrawMail = (transaction: Queryable, keyPrefix: string): Promise<number> =>
  withdrawMails(transaction, keyPrefix)
