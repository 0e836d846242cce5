import { type Attribution, attributionOf } from '#contract/attribution.ts'
import { cutText } from '#contract/text.ts'
import { optionalEmail } from '#contract/webhook-fields.ts'
import { type TypeformAnswer, TypeformResponse } from '#contract/webhook-typeform.ts'
import { readPhone } from '#server/capture/read-phone.ts'

/** A filled application form. */
export type Application = {
  token: string
  formId: string
  submittedAt: Date
  email: string | null
  phone: string | null
  /** Who the form was opened for, as far as its address said so: a lead's or visitor's id, or an email. */
  reference: string | null
  answers: { question: string; answer: string }[]
  hidden: Record<string, string>
  attribution: Attribution
}

/** Reads a form's response: the answers beside their questions, and what travelled along in hidden fields. */
export function readFormResponse(body: unknown, defaultCountry: string): Application {
  const response = TypeformResponse.parse(body)
  const hidden = textsOf(response.hidden)
  const titles = new Map(
    (response.definition?.fields ?? []).flatMap(({ id, ref, title }) =>
      [id, ref].flatMap((name) => (name && title ? [[name, title] as const] : [])),
    ),
  )
  const answers = response.answers.map((answer) => ({
    question:
      titles.get(answer.field.id ?? '') ??
      titles.get(answer.field.ref ?? '') ??
      answer.field.ref ??
      'Question',
    answer: answerText(answer),
  }))
  const phone =
    response.answers.map((answer) => answer.phone_number).find((value) => value !== undefined) ??
    hidden.phone_number ??
    hidden.phone
  const email = response.answers.map((answer) => emailOf(answer.email)).find((value) => value !== undefined)
  const hiddenEmail = emailOf(hidden.email)
  return {
    token: response.token,
    formId: response.form_id,
    submittedAt: response.submitted_at,
    email: email ?? hiddenEmail ?? null,
    phone: phone ? readPhone(phone, defaultCountry) : null,
    reference: hidden.lead_id ?? hidden.visitor_id ?? hiddenEmail ?? null,
    answers,
    hidden,
    attribution: attributionOf(hidden),
  }
}

/** An email in lower case; none where something else stands in its place, such as the placeholder of a link. */
const emailOf = (text: string | undefined): string | undefined => optionalEmail.parse(text)

const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const text = typeof value === 'string' || typeof value === 'number' ? cutText(String(value), 500) : ''
      return text ? [[cutText(key, 100), text]] : []
    }),
  )

function answerText(answer: TypeformAnswer): string {
  if (answer.boolean !== undefined) return answer.boolean ? 'Yes' : 'No'
  if (answer.choices)
    return cutText([...(answer.choices.labels ?? []), answer.choices.other ?? []].flat().join(', '), 10_000)
  const value =
    answer.text ??
    answer.email ??
    answer.phone_number ??
    answer.number ??
    answer.date ??
    answer.choice?.label ??
    answer.choice?.other ??
    answer.url ??
    answer.file_url ??
    answer.payment?.amount
  return value === undefined ? '' : String(value)
}
