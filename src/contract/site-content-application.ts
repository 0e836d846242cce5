import { z } from 'zod'
import { conditionMatches, conditionTests, endingPages, questionKinds } from './application-form.ts'
import { defaultEndings, defaultQuestions } from './application-questions.ts'
import { amount, choice, group, list, prose, toggle, words } from './content-fields.ts'
import { pageMeta } from './site-content-shared.ts'

// The editor gives each entry its id; what was answered is kept under it.
const entryId = words('Name in the data', '', 40).meta({ title: 'Name in the data', format: 'automatic' })

const Condition = z.object({
  question: words('Question', '', 40),
  test: choice('Answer', conditionTests, 'is'),
  values: list('Answers', words('Answer', '', 40), [], 20),
  amount: amount('Number', 0, -1_000_000_000, 1_000_000_000),
})

const conditions = (title: string) => list(title, Condition, [], 6).meta({ title, format: 'conditions' })

const match = choice('How many conditions must be true', conditionMatches, 'all')

const Question = z.object({
  id: entryId,
  kind: choice('Kind of answer', questionKinds, 'short'),
  label: words('Question', '', 200),
  help: prose('Below the question', '', 400),
  required: toggle('Must be answered'),
  options: list(
    'Answers to choose from',
    z.object({ id: entryId, label: words('Answer', '', 120) }),
    [],
    20,
  ).meta({ title: 'Answers to choose from', entryIds: 'answer' }),
  other: toggle('People may write something else', false),
  otherLabel: words('What that answer is called', 'Something else', 120),
  low: amount('From', 1, 0, 100),
  high: amount('To', 10, 1, 100),
  lowText: words('At the low end', '', 60),
  highText: words('At the high end', '', 60),
  onlyIf: conditions('Only if'),
  match,
})

const Ending = z.object({
  id: entryId,
  to: choice('They go to', endingPages, '/thankyoucall'),
  when: conditions('If'),
  match,
})

/** The application form of our own: its questions, where it leads, and its words (docs/spec.md, 'Application form'). */
export const ApplicationContent = group('Application form', {
  meta: pageMeta('Your application · {brand}', 'A few questions to see whether we’re a good fit.'),
  headline: words('Headline', 'Apply to work with {coach}', 100),
  intro: prose('Under the headline', 'A few questions about you and what you want to build.', 300),
  questions: list('Questions', Question, defaultQuestions, 40).meta({
    title: 'Questions',
    entryIds: 'question',
  }),
  endings: list('Where they go', Ending, defaultEndings, 10).meta({
    title: 'Where they go',
    entryIds: 'ending',
  }),
  otherwise: choice('Everybody else goes to', endingPages, '/thankyoucallc'),
  words: group('Buttons and messages', {
    progress: words('How far they are', 'Question {n} of {of}', 60),
    next: words('Next button', 'Next', 40),
    back: words('Back button', 'Back', 40),
    skip: words('Button on an optional question', 'Skip', 40),
    send: words('Last button', 'Send my application', 60),
    busy: words('While it is sent', 'Sending…', 40),
    optional: words('Beside an optional question', 'optional', 40),
    choose: words('Above a choice of one', 'Choose one', 60),
    chooseAny: words('Above a choice of several', 'Choose all that apply', 60),
    yes: words('Yes', 'Yes', 20),
    no: words('No', 'No', 20),
    known: words('Above the details we have already', 'We already have these details', 80),
    correct: words('Button that opens them', 'Change', 40),
    kept: words('When answers were kept', 'We saved your answers. Pick up where you left off.', 120),
    onlyIf: words('Without scripts, above a question for some', 'Only if it applies to you', 80),
    missing: words('When an answer is missing', 'Please answer this question.', 120),
    chooseMissing: words('When nothing is chosen', 'Please choose an answer.', 120),
    written: words('In the field of an answer of their own', 'In your own words', 60),
    unwritten: words('When that field is empty', 'Please write your answer.', 120),
    email: words(
      'When it is not an email address',
      'Please enter an email address like you@example.com.',
      120,
    ),
    phone: words(
      'When it is not a phone number',
      'Please enter a phone number, such as +1 202 555 0143.',
      120,
    ),
    number: words('When it is not a number', 'Please enter a number, such as 12.', 120),
    date: words('When it is not a date', 'Please enter a date.', 120),
    link: words('When it is not a page address', 'Please enter a web address, such as example.com.', 120),
    tooLong: words('When it is too long', 'Please shorten this a little.', 120),
    failure: words(
      'When sending fails',
      'Your application could not be sent. Your answers are still here. Please try again.',
      160,
    ),
    invalid: words('When an answer needs a look', 'Please look at the answers marked below.', 120),
  }),
})

/** The application form as it is edited and published. */
export type ApplicationContent = z.output<typeof ApplicationContent>
