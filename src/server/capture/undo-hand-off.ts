import { takeLocks } from '#server/platform/advisory-lock.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { dropSteps } from '#server/tagging/step-store.ts'
import type { UndoneFollowers } from '#server/tracking/hand-off.ts'
import { visitorLock } from '#server/tracking/store.ts'
import type { CaptureFollowers } from './followers.ts'
import { contactLocks } from './store.ts'
import { takeBrowser } from './unconfirmed-store.ts'
import { emailsKnownBy, leadsKnownNoMore, personsLeft } from './undone-store.ts'

/** What follows where the owner undoes a hand-off: what its opener did counts no more for leads that it knew by that alone. */
export const undoneFollowers = (parts: { newId: NewId; followers: CaptureFollowers }): UndoneFollowers => ({
  async lock(transaction, visitorId) {
    await parts.followers.lockForParting(transaction)
    // What that browser reports at this moment comes before, or knows of it.
    const emails = await emailsKnownBy(transaction, visitorId)
    await takeLocks(transaction, [
      ...emails.flatMap((email) => contactLocks(email, null)),
      visitorLock(visitorId),
    ])
  },
  async takeBack(transaction, visitorId, at) {
    // Those that opened its own hand-offs go with it, as they came.
    for (const personId of await personsLeft(transaction, visitorId, at))
      await takeBrowser(transaction, { visitorId, personId, captureIds: [], at })
    const taken = await leadsKnownNoMore(transaction, visitorId)
    for (const { leadId, visitorIds } of taken) await takeFrom(parts, transaction, { leadId, visitorIds, at })
  },
})

/** Takes from a lead what it has by these browsers, as where they are parted from it; a tag stays: it was delivered. */
async function takeFrom(
  parts: { newId: NewId; followers: CaptureFollowers },
  transaction: Queryable,
  { leadId, visitorIds, at }: { leadId: string; visitorIds: string[]; at: Date },
): Promise<void> {
  for (const visitorId of visitorIds)
    await parts.followers.part(parts, transaction, { leadId, visitorId, captureIds: [], at })
  await dropSteps(transaction, { leadId, visitorIds, captureIds: [] })
}
