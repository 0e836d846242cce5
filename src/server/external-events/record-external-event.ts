import type { CaptureTokens } from '#server/capture/capture-token.ts'
import { lockContact } from '#server/capture/store.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import { emptyIfErased } from './erasure-store.ts'
import { matchToLeadByWays } from './match-to-lead.ts'
import {
  addUpdate,
  type ExternalEvent,
  type ExternalEventUpdate,
  type History,
  saveExternalEvent,
} from './store.ts'

/** What a delivery says of an external event; `reference` is our own word as it came back: a submit's token, or a plain id of old. */
export type Told = {
  kind: ExternalEvent['kind']
  key: string
  email: string | null
  phone: string | null
  reference: string | null
}

/** An external event with its history; `isErased` where it was emptied with its person, and brings them back by no news. */
export type Recorded = ExternalEvent & { history: History; isErased: boolean }

/**
 * Stores what a delivery says of an external event, adds the step to its history and joins it where it is nobody's yet; returns it with that history. A
 * capture of the same email or phone waits meanwhile, so that neither misses the other.
 */
export async function recordExternalEvent(
  parts: { newId: NewId; captureTokens: CaptureTokens },
  transaction: Queryable,
  told: Told,
  event: ExternalEventUpdate,
  now: Date,
): Promise<Recorded> {
  const { kind, key, email, phone } = told
  const reference = told.reference && (parts.captureTokens.captureOf(told.reference) ?? told.reference)
  await lockContact(transaction, email ?? `of ${kind} ${key}`, phone)
  const externalEvent = await saveExternalEvent(transaction, {
    id: parts.newId(),
    kind,
    key,
    at: event.at,
    email,
    phone_e164: phone,
    reference,
  })
  const history = await addUpdate(transaction, parts.newId(), externalEvent.id, event)
  // Asked once the event is held: an erasure has either emptied it by now, or comes after.
  const isErased = await emptyIfErased(transaction, externalEvent.id)
  const matched = await matchToLeadByWays(parts, transaction, externalEvent, now)
  if (matched.lead_id) return { ...matched, history, isErased }
  // What was said first is kept; where that leads to nobody, later news may name what does.
  const asTold = { ...matched, email: email ?? matched.email, phone_e164: phone ?? matched.phone_e164 }
  const { lead_id, joined_by } = await matchToLeadByWays(parts, transaction, asTold, now)
  return { ...matched, lead_id, joined_by, history, isErased }
}
