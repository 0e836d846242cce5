import { z } from 'zod'
import { type Answers, endingPages, OTHER } from './application-form.ts'
import { attributionFields } from './attribution.ts'
import { consentFields } from './consent.ts'
import { deviceFields } from './device.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { ListQuery } from './range.ts'
import { line, reported, reportedNumber, reportedText, wellFormed } from './text.ts'

// Forty questions, and what is written instead of an option at each.
const MOST_ANSWERS = 80
const LONGEST = 6000
const LONGEST_ID = 40 + OTHER.length
// A line break belongs to an answer, other control characters to none.
const CONTROL = /(?!\n)\p{Cc}/gu
const cleaned = (text: string): string => wellFormed(text.replaceAll('\r\n', '\n').replace(CONTROL, ' '))

const isAnswer = (value: unknown): value is string | string[] =>
  Array.isArray(value)
    ? value.length <= MOST_ANSWERS && value.every((id) => typeof id === 'string' && id.length <= LONGEST_ID)
    : typeof value === 'string' && value.length <= LONGEST

const areAnswers = (given: Record<string, unknown>): given is Answers =>
  Object.entries(given).every(([id, value]) => id.length <= LONGEST_ID && isAnswer(value))

/** Answers as a browser sends them: the form itself says later which of them count. */
export const SentAnswers = z
  .record(z.string(), z.unknown())
  .refine((given) => Object.keys(given).length <= MOST_ANSWERS, 'must be fewer')
  .refine(areAnswers, `must be texts of at most ${LONGEST} characters, or lists of what was chosen`)
  .transform(
    (given): Answers =>
      Object.fromEntries(
        Object.entries(given).flatMap(([id, value]) =>
          isAnswer(value) ? [[id, Array.isArray(value) ? value.map(cleaned) : cleaned(value)]] : [],
        ),
      ),
  )

const KeptAnswers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const sent = {
  /** One random id for each time somebody fills in the form. */
  responseId: z.uuid('must be an id').toLowerCase(),
  /** The wording of the form that was shown. */
  version: reportedText(40),
  /** The page that the form stood on. */
  page: line(2000).default('/apply'),
}

/** What `POST /api/application` takes, as JSON or as a plain HTML form whose answers are named `q.<question>`. */
export const ApplicationInput = z.object({
  ...sent,
  responseId: sent.responseId.optional(),
  answers: SentAnswers.default({}),
  /** Filled only by machines: the trap field is invisible to people. */
  website: reportedText(500),
  /** Milliseconds between showing the form and sending it, where the browser could measure it. */
  elapsed: reportedNumber(1e12),
  consentVersion: reportedText(64),
  callConsent: reported(z.union([z.boolean(), z.enum(['on', 'true', 'false', ''])])).transform(
    (value) => value === true || value === 'on' || value === 'true',
  ),
  landing_page: reportedText(2000),
  device_type: reportedText(40),
  ...consentFields,
  ...deviceFields,
  ...attributionFields,
})

/** An application in the owner's list: finished, or how far it came. */
export const ListedApplication = z.object({
  id: z.string(),
  startedAt: z.string(),
  /** When something was answered last. */
  at: z.string(),
  isFinished: z.boolean(),
  /** Where they were led; null while it is not finished, and where it was a form elsewhere. */
  ending: z.string().nullable(),
  /** How many of the questions on their way they answered. */
  answered: z.number(),
  of: z.number(),
  /** Null where it was a form elsewhere. */
  page: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The number as people write it. */
  phoneText: z.string().nullable(),
  visitorId: z.string().nullable(),
  leadId: z.string().nullable(),
  /** The lead is this one's only by an email that was typed into a browser not known as theirs. */
  isUnconfirmed: z.boolean(),
  answers: z.array(z.object({ question: z.string(), answer: z.string(), isOffWay: z.boolean() })),
})
export type ListedApplication = z.output<typeof ListedApplication>

/** Which applications a list shows. */
export const applicationStates = ['all', 'finished', 'left'] as const

/** What narrows the owner's list of applications. */
export const ApplicationsQuery = ListQuery.extend({
  state: z.enum(applicationStates).default('all'),
  leadId: z.string().max(64).optional(),
  hidden: z.enum(['true', 'false']).optional(),
})

/** The calls of the application form. */
export const applicationApi = {
  'POST /api/application/answers': {
    for: 'anyone',
    input: z.object({
      ...sent,
      /** Grows with each change: what arrives late never replaces what is newer. */
      revision: z.number().int().min(0).max(1_000_000),
      answers: SentAnswers,
      ...consentFields,
    }),
    output: Done,
    summary: 'Keeps what was answered so far, so that an application left unfinished can be gone on with.',
  },
  'GET /api/application/own': {
    for: 'anyone',
    input: z.object({}),
    output: z.object({
      begun: z.object({ responseId: z.string(), revision: z.number(), answers: KeptAnswers }).nullable(),
    }),
    summary: 'What this very browser has answered so far; nothing of anybody else.',
  },
  'POST /api/application': {
    for: 'anyone',
    input: ApplicationInput,
    output: Done.extend({
      next: z.enum(endingPages),
      /** Under this id other answers had been sent before, which stand: these are to be sent under one of their own. */
      isOther: z.literal(true).optional(),
    }),
    summary: 'Takes a whole application, once, and says where it leads.',
  },
} satisfies Endpoints

/** The owner's reading of applications. */
export const applicationsApi = {
  'GET /api/applications': {
    for: 'owner',
    input: ApplicationsQuery,
    output: z.array(ListedApplication),
    summary:
      'Applications, the newest first: finished ones by our own form and one elsewhere, and those left unfinished with how far they came. The owner’s own tests, what is held as spam and what a block hides are left out, but for the applications of one lead; `hidden=true` lists these instead.',
  },
} satisfies Endpoints
