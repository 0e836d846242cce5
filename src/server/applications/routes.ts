import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { applicationApi, SentAnswers } from '#contract/application.ts'
import { sitePaths } from '#contract/site-paths.ts'
import { advertOfPage, isPlainForm } from '#server/capture/read-submit.ts'
import { sendShortFormAnswer } from '#server/capture/short-form-answer.ts'
import { createBudget } from '#server/platform/budget.ts'
import { ANSWER_WITHIN_MS, withinDeadline } from '#server/platform/deadline.ts'
import { answerError, refusalOf } from '#server/platform/http/answer-errors.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import { answered, type ErrorAnswer, serve } from '#server/platform/http/serve.ts'
import { addressOf } from '#server/tracking/address-of.ts'
import { limitCallers } from '#server/tracking/limit-callers.ts'
import { countedPath } from '#server/tracking/record-events.ts'
import type { ApplicationParts } from './application-parts.ts'
import { keepProgress } from './keep-progress.ts'
import { answersOfFields } from './read-answers.ts'
import { findBegun } from './response-store.ts'
import { takeApplication } from './take-application.ts'

const DAY_MS = 86_400_000
// Whoever comes back later than that begins anew.
const GONE_ON_WITHIN_DAYS = 30
const KEEPING = {
  what: 'application answers',
  perAddress: { max: 600, seconds: 60 },
  perVisitor: { max: 120, seconds: 60 },
}
const SENDING = {
  what: 'application',
  perAddress: { max: 30, seconds: 60 },
  perVisitor: { max: 20, seconds: 60 },
}
// Drawing a page costs as much as a hundred answers, and a proxy may make all visitors one address.
const FORMS_DRAWN = { atOnce: 20, perSecond: 2 }

/** The calls of the application form (docs/spec.md, 'Application form'). */
export function applicationRoutes(app: FastifyInstance, parts: ApplicationParts): void {
  const { cookie, clock, database, live, pages } = parts
  const keeping = limitCallers(parts, KEEPING)
  const sending = limitCallers(parts, SENDING)
  serve(
    app,
    applicationApi,
    parts.ownerGate,
    {
      'POST /api/application/answers': async (input, { request, reply }) => {
        const { visitorId } = cookie.identify(request)
        // Without leave nothing is kept here before the form is sent.
        if (!cookie.mayRemember(request)) return { success: true }
        const work = async () => {
          await keeping(request)
          const page = pageOf(input.page)
          await pages.knowWordings(input.version)
          await keepProgress(database, pages.applicationForm(input.version), {
            ...input,
            page,
            visitorId,
            at: clock.now(),
          })
        }
        await withinDeadline(ANSWER_WITHIN_MS, work())
        cookie.set(request, reply, visitorId)
        live.changed('applications')
        return { success: true }
      },

      'GET /api/application/own': async (_input, { request, reply }) => {
        reply.header('Cache-Control', 'no-store')
        const visitorId = cookie.read(request)
        if (!visitorId) return { begun: null }
        const since = new Date(clock.now().getTime() - GONE_ON_WITHIN_DAYS * DAY_MS)
        const work = keeping(request).then(() => findBegun(database, visitorId, since))
        return { begun: await withinDeadline(ANSWER_WITHIN_MS, work) }
      },

      'POST /api/application': async (input, { request, reply }) => {
        const isPlain = isPlainForm(request)
        const answers = isPlain ? readInput(SentAnswers, answersOfFields(request.body)) : input.answers
        const { next, visitorId, isOther } = await withinDeadline(
          ANSWER_WITHIN_MS,
          takeApplication(parts, request, {
            input,
            answers,
            visitorId: cookie.identify(request).visitorId,
            responseId: input.responseId ?? idOf(request, answers),
            page: pageOf(input.page),
            at: clock.now(),
          }),
        )
        cookie.setAsAsked(request, reply, visitorId)
        live.changed('leads')
        live.changed('tags')
        if (isPlain) {
          reply.redirect(next, 303)
          return answered
        }
        return { success: true, next, ...(isOther && { isOther }) }
      },
    },
    { 'POST /api/application': formErrors(parts) },
    { 'POST /api/application': (request) => withinDeadline(ANSWER_WITHIN_MS, sending(request)) },
  )
}

const pageOf = (page: string): string => {
  const path = countedPath(page)
  return sitePaths.includes(path) ? path : '/apply'
}

/** A form without scripts has no id of its own: the same answers from the same place are the same application. */
function idOf(request: FastifyRequest, answers: object): string {
  const hash = createHash('sha256')
    .update(`${addressOf(request)}\n${JSON.stringify(answers)}`)
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function formErrors({ clock, pages }: ApplicationParts): ErrorAnswer {
  const drawing = createBudget(clock, FORMS_DRAWN)
  return (error, request, reply) => {
    if (!isPlainForm(request)) return answerError(error, request, reply)
    const refusal = refusalOf(error)
    if (refusal.code === 'unexpected') request.log.error({ err: error }, 'an application could not be taken')
    if (refusal.code === 'too-many' || !drawing.take()) return sendShortFormAnswer(reply, refusal)
    const values: Record<string, string> = { ...advertOfPage(request) }
    for (const [name, value] of Object.entries(Object(request.body)))
      if (typeof value === 'string') values[name] = value
      else if (Array.isArray(value)) values[name] = value.filter((one) => typeof one === 'string').join('\n')
    return pages.sendApplicationAgain(reply, values, refusal)
  }
}
