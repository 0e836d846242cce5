import type { ReactNode } from 'react'
import type { ApplicationForm, Question } from '#contract/application-form.ts'
import { formVersion } from '#contract/form-version.ts'
import type { ReturnedForm } from '#contract/page-rendering.ts'
import type { SiteContent } from '#contract/site-content.ts'

/** What the application form needs, and no more: it travels with its page, so it does not say who is led where. */
export type ApplicationFormProps = {
  questions: Question[]
  words: SiteContent['apply']['words']
  version: string
  /** The page it stands on. */
  page: string
  /** `callLabel` stands where the site offers the automated call. */
  consent: { text: string; version: string; callLabel?: string }
  /** What came back of a form that was posted without scripts. */
  returned?: ReturnedForm
  /** For the owner's eyes: nothing is looked up, kept or sent. */
  isPreview?: boolean
}

/** What a question's field needs to be drawn. */
export type QuestionProps = {
  question: Question
  words: ApplicationFormProps['words']
  value: string | string[] | undefined
  /** What was written instead of an option. */
  written: string | undefined
  error: string | undefined
  /** Whether the browser itself asks for an answer, where no script does. */
  isRequired: boolean
  /** Beside the question where it is not for everybody. */
  note?: ReactNode
}

/** The application form of a site, names filled in, as one of its pages shows it. */
export function applicationProps(
  content: SiteContent,
  page: string,
  more: { returned?: ReturnedForm | undefined; isPreview?: boolean | undefined } = {},
): ApplicationFormProps {
  const { text, version, offerCall, callLabel } = content.consent
  const { questions, words } = content.apply
  return {
    questions,
    words,
    version: formVersion(content.apply),
    page,
    consent: { text, version, ...(offerCall && { callLabel }) },
    ...(more.returned && { returned: more.returned }),
    ...(more.isPreview && { isPreview: true }),
  }
}

/** The form as its browser walks through it: where it leads is the server's to say. */
export const formOf = (questions: Question[]): ApplicationForm => ({
  questions,
  endings: [],
  otherwise: '/thankyoucallc',
})

const contactKinds = ['name', 'email', 'phone'] as const

/** Which of a lead's details a question asks for; undefined for any other question. */
export const contactOf = ({ kind }: Question): (typeof contactKinds)[number] | undefined =>
  contactKinds.find((one) => one === kind)
