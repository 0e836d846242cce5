import type { ListedApplication } from '#contract/application.ts'
import {
  type Answers,
  type ApplicationForm,
  answerText,
  type QuestionKind,
} from '#contract/application-form.ts'
import { walk } from '#contract/application-way.ts'
import { writePhone } from '#server/capture/read-phone.ts'

/** What is read of an application, whichever form it was answered in. */
export type ApplicationRow = {
  id: string
  started_at: Date
  updated_at: Date
  finished_at: Date | null
  ending: string | null
  answered: number
  asked: number
  page: string | null
  visitor_id: string | null
  answers: Answers
  form: ApplicationForm | null
  /** What a form elsewhere told. */
  told: { question: string; answer: string }[] | null
  email: string | null
  phone: string | null
  lead_name: string | null
  lead_id: string | null
  joined_by: string | null
  is_hidden: boolean
}

/** An application as the list shows it: who answered, how far they came, and the answers in the words of their form. */
export function asApplication(row: ApplicationRow): ListedApplication {
  const common = {
    id: row.id,
    startedAt: row.started_at.toISOString(),
    at: row.updated_at.toISOString(),
    isFinished: row.finished_at !== null,
    ending: row.ending,
    answered: row.answered,
    of: row.asked,
    page: row.page,
    visitorId: row.visitor_id,
    leadId: row.lead_id,
    isUnconfirmed: row.joined_by === 'same-email',
  }
  const { form } = row
  if (!form) {
    const answers = (row.told ?? []).map((one) => ({ ...one, isOffWay: false }))
    return { ...common, name: row.lead_name, email: row.email, ...phoneOf(row.phone), answers }
  }
  const way = walk(form, row.answers)
  const contact = (kind: QuestionKind): string | null => {
    const question = way.questions.find((one) => one.kind === kind)
    const answer = question && row.answers[question.id]
    return typeof answer === 'string' ? answer : null
  }
  return {
    ...common,
    name: contact('name'),
    email: contact('email'),
    ...phoneOf(contact('phone')),
    answers: readableAnswers(form, row.answers),
  }
}

const phoneOf = (phone: string | null) => ({
  phone,
  phoneText: phone && writePhone(phone, phone.startsWith('+') ? phone : null),
})

/** What was answered, in the words of the form that was answered; what was off the way is marked. */
export function readableAnswers(form: ApplicationForm, answers: Answers): ListedApplication['answers'] {
  const onWay = new Set(walk(form, answers).questions.map(({ id }) => id))
  return form.questions.flatMap((question) => {
    const answer = answerText(question, answers)
    return answer === '' ? [] : [{ question: question.label, answer, isOffWay: !onWay.has(question.id) }]
  })
}
