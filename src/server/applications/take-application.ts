import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { ApplicationInput } from '#contract/application.ts'
import type { Answers, QuestionKind } from '#contract/application-form.ts'
import type { Way } from '#contract/application-way.ts'
import { attributionOf } from '#contract/attribution.ts'
import { leadMagnetOf } from '#contract/lead-magnet.ts'
import { cutText } from '#contract/text.ts'
import { submissionOfApplication } from '#server/capture/own-submission.ts'
import { advertOfPage, readLeadForm } from '#server/capture/read-submit.ts'
import { type Submit, standInName } from '#server/capture/submit.ts'
import { whyQuarantined } from '#server/capture/why-quarantined.ts'
import { findKnownSubmission, type KnownSubmission } from '#server/tracking/known-to-browser.ts'
import type { ApplicationParts } from './application-parts.ts'
import { finishApplication } from './finish-application.ts'
import { formShown, keptAnswers, wholeWay } from './read-answers.ts'
import { belongsToOther, findFinished } from './response-store.ts'
import { type Taken, takenBefore } from './sent-again.ts'

/** An application as it was sent. */
type Sent = {
  input: z.output<typeof ApplicationInput>
  answers: Answers
  visitorId: string
  responseId: string
  page: string
  at: Date
}

/**
 * Takes a whole application: whoever leaves an email with it and is no lead yet, or corrects what we have, is captured
 * as by a lead form; then the application is finished. Twice in a row is once.
 */
export async function takeApplication(
  parts: ApplicationParts,
  request: FastifyRequest,
  sent: Sent,
): Promise<Taken> {
  const { database, pages } = parts
  const { input, visitorId, responseId, page, at } = sent
  await pages.knowWordings(input.version, input.consentVersion)
  const shown = pages.applicationForm(input.version)
  const { form, version } = await formShown(database, shown, input.version)
  const given = keptAnswers(form, sent.answers)
  const finished = await findFinished(database, responseId)
  if (finished) return takenBefore(finished, { responseId, visitorId, form, given })
  const way = wholeWay(form, sent.answers, shown.content.words)
  const knownBefore = await findKnownSubmission(database, visitorId)
  const submit = submitOf(parts, request, sent, way, knownBefore)
  const isSpam = whyQuarantined(input) !== null
  let isHeld = isSpam
  let sentFrom = visitorId
  const isTold = submit && (isSpam || saysMore(submit, knownBefore, input.callConsent))
  if (submit && isTold && !(await isOfSomebodyElse(parts, submit.email, knownBefore))) {
    const captured = await parts.captureLead(submit)
    isHeld = captured.leadId === null && submit.quarantineReason !== null
    sentFrom = captured.visitorId
  }
  return finishApplication(parts, {
    responseId,
    visitorId: sentFrom,
    form,
    version,
    page,
    given,
    way,
    attribution: { ...advertOfPage(request), ...attributionOf(input) },
    at,
    knownBefore,
    isHeld,
  })
}

/** Whether a lead typed the email of another person into their own browser: that tells nothing of either. */
async function isOfSomebodyElse(
  { database }: ApplicationParts,
  email: string,
  known: KnownSubmission | undefined,
): Promise<boolean> {
  return known?.lead?.isLinked === true && (await belongsToOther(database, email, known.lead.id))
}

/** Whether the form tells more of a person than this browser has told before. */
function saysMore(submit: Submit, known: KnownSubmission | undefined, callConsent: boolean): boolean {
  if (!known || callConsent) return true
  return known.email !== submit.email || known.name !== submit.name || known.phone !== submit.phone
}

function submitOf(
  parts: ApplicationParts,
  request: FastifyRequest,
  { input, visitorId, responseId, page, at }: Sent,
  way: Way,
  known: KnownSubmission | undefined,
): Submit | undefined {
  const answered = (kind: QuestionKind): string => {
    const question = way.questions.find((one) => one.kind === kind)
    const answer = question && way.answers[question.id]
    return typeof answer === 'string' ? cutText(answer, 254) : ''
  }
  const email = answered('email').toLowerCase()
  if (email === '') return undefined
  // What the form does not ask is as this browser said it before.
  const before = known?.email === email ? known : undefined
  const { responseId: _responseId, version: _version, answers: _answers, ...rest } = input
  const nothing = {
    fb_campaign_id: undefined,
    fb_adset_id: undefined,
    fb_ad_id: undefined,
    fb_placement: undefined,
  }
  const submit = readLeadForm(
    request,
    {
      ...rest,
      ...nothing,
      name: answered('name') || before?.name || standInName(email),
      email,
      phone: answered('phone') || before?.phone || '',
      page,
      lead_magnet: leadMagnetOf(page),
      submissionId: submissionOfApplication(responseId),
    },
    {
      visitorId,
      mayRemember: parts.cookie.mayRemember(request),
      at,
      defaultCountry: parts.defaultCountry,
      storesUserAgents: parts.storesUserAgents,
      consent: parts.pages.consent,
    },
  )
  // The call is offered with the number; without that question its words stood nowhere.
  const wasOffered = way.questions.some(({ kind }) => kind === 'phone')
  return {
    ...submit,
    consents: submit.consents.filter(({ kind }) => wasOffered || kind !== 'automated_call'),
  }
}
