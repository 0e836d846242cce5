import { type Answers, type ApplicationForm, answerText } from '#contract/application-form.ts'
import { answeredOn, type Way } from '#contract/application-way.ts'
import type { Attribution } from '#contract/attribution.ts'
import { findLivingPerson, notePersonLink } from '#server/capture/person-link-store.ts'
import { contactLocks } from '#server/capture/store.ts'
import { noteOfflineConversionsJob } from '#server/external-events/link-external-events.ts'
import { tagByTrigger } from '#server/external-events/set-off-rules.ts'
import {
  addUpdate,
  type ExternalEvent,
  linkToLead,
  saveExternalEvent,
} from '#server/external-events/store.ts'
import { lockOn, takeLocks } from '#server/platform/advisory-lock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { NewId } from '#server/platform/ids.ts'
import type { Queue } from '#server/platform/queue.ts'
import { findKnownSubmission, type KnownSubmission } from '#server/tracking/known-to-browser.ts'
import { visitorLock } from '#server/tracking/store.ts'
import { requestCall } from '#server/voice/request-call.ts'
import { APPLIED_PAGES } from './applied-pages.ts'
import { wordsOf } from './read-answers.ts'
import type { Application } from './read-form-response.ts'
import { finishResponse, keepForm, lockResponse } from './response-store.ts'
import { type Taken, takenBefore } from './sent-again.ts'
import { OWN_FORM, saveApplication } from './store.ts'

/** A whole application as it was walked through. */
export type WholeApplication = {
  responseId: string
  visitorId: string
  form: ApplicationForm
  version: string
  page: string
  given: Answers
  way: Way
  attribution: Attribution
  at: Date
  /** What this browser was known by before it applied. */
  knownBefore: KnownSubmission | undefined
  /** It looks like spam: kept, but nobody's until the owner releases what came with it. */
  isHeld: boolean
}

type Parts = { database: Database; queue: Pick<Queue, 'send'>; newId: NewId }

/**
 * Keeps an application of our own form as finished, with its answers, tags, call and conversions, in one transaction
 * and once, however often it is sent. It is its browser's own: an email that was typed into it
 * joins it to nobody.
 */
export async function finishApplication(parts: Parts, application: WholeApplication): Promise<Taken> {
  const { responseId, visitorId, at, way } = application
  return parts.database.transaction().execute(async (transaction) => {
    const known = await submissionOf(transaction, application)
    // Whoever is erased at the same moment is held by their email and their browser first, too.
    await takeLocks(transaction, [
      ...(known ? contactLocks(known.email, null) : []),
      visitorLock(visitorId),
      lockOn(`application ${responseId}`),
    ])
    const before = await lockResponse(transaction, responseId)
    if (before?.finished) return takenBefore(before.finished, application)
    const event = await saveOwnEvent(parts, transaction, application)
    await saveApplication(transaction, event.id, asSubmitted(application))
    await tagByTrigger(parts, transaction, { ...event, trigger: 'application', page: APPLIED_PAGES }, at)
    const { lead_id: leadId } = event
    if (leadId) await parts.queue.send(transaction, noteOfflineConversionsJob, { leadId })
    // Whoever types a known email into another browser has nobody called.
    if (leadId && event.joined_by !== 'same-email')
      await requestCall(parts, transaction, { leadId, page: null, appliedAt: at, at })
    await keepForm(transaction, application.version, application.form, at)
    const response = {
      id: responseId,
      visitorId,
      version: application.version,
      page: application.page,
      revision: (before?.revision ?? 0) + 1,
      answers: application.given,
      words: wordsOf(application.form, application.given),
      answered: answeredOn(way),
      asked: way.questions.length,
      at,
    }
    await finishResponse(transaction, response, { ending: way.ending, externalEventId: event.id })
    return { next: way.ending, visitorId, isOther: false }
  })
}

async function saveOwnEvent(
  parts: Parts,
  transaction: Queryable,
  application: WholeApplication,
): Promise<ExternalEvent> {
  const { responseId, visitorId, at } = application
  const event = await saveExternalEvent(transaction, {
    id: parts.newId(),
    kind: 'application',
    key: `own ${responseId}`,
    at,
    email: null,
    phone_e164: null,
    // A later submit of this browser finds it by that.
    reference: visitorId,
  })
  await addUpdate(transaction, parts.newId(), event.id, {
    key: 'submitted',
    kind: 'submitted',
    at,
    details: {},
    deliveryId: null,
  })
  const own = application.isHeld ? null : (await submissionOf(transaction, application))?.lead
  const personId = own && (await findLivingPerson(transaction, own.id))
  if (!own || !personId) return event
  const by = own.isLinked ? ('reference' as const) : ('same-email' as const)
  await linkToLead(transaction, event.id, { leadId: own.id, by, at, isOwners: false })
  await notePersonLink(transaction, {
    id: parts.newId(),
    personId,
    eventKind: 'application',
    externalEventId: event.id,
    evidence: { by, leadId: own.id },
    at,
  })
  return { ...event, lead_id: own.id, joined_by: by }
}

/** The submit of the lead that the browser is known as; one that it only gave the email of where it is known as nobody's. */
async function submissionOf(
  transaction: Queryable,
  { visitorId, knownBefore }: WholeApplication,
): Promise<KnownSubmission | undefined> {
  const now = await findKnownSubmission(transaction, visitorId)
  return !now?.lead?.isLinked && knownBefore?.lead?.isLinked ? knownBefore : now
}

const asSubmitted = ({ responseId, at, way, attribution }: WholeApplication): Application => {
  const contact = (kind: 'name' | 'email' | 'phone'): string | null => {
    const question = way.questions.find((one) => one.kind === kind)
    const answer = question && way.answers[question.id]
    return typeof answer === 'string' ? answer : null
  }
  const name = contact('name')
  return {
    token: `own ${responseId}`,
    formId: OWN_FORM,
    submittedAt: at,
    email: contact('email'),
    phone: contact('phone'),
    reference: null,
    answers: way.questions.map((question) => ({
      question: question.label,
      answer: answerText(question, way.answers),
    })),
    hidden: { ...(name !== null && { name }) },
    attribution,
  }
}
