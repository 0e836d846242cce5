import type { Condition, Ending, Question } from './application-form.ts'

type Start = Pick<Question, 'id' | 'kind' | 'label'> &
  Partial<Omit<Question, 'options'>> & { options?: string[][] }

const question = ({ options = [], ...start }: Start): Question => ({
  help: '',
  required: true,
  low: 1,
  high: 10,
  other: false,
  otherLabel: 'Something else',
  lowText: '',
  highText: '',
  onlyIf: [],
  ...start,
  options: options.map(([id = '', label = '']) => ({ id, label })),
})

const is = (id: string, ...values: string[]): Condition => ({ question: id, test: 'is', values, amount: 0 })
const isNot = (id: string, ...values: string[]): Condition => ({ ...is(id, ...values), test: 'isNot' })

/** The questions every installation begins with: contact first, money late, and nothing that needs an explanation. */
export const defaultQuestions: Question[] = [
  question({ id: 'name', kind: 'name', label: 'What is your name?' }),
  question({
    id: 'email',
    kind: 'email',
    label: 'What is your email address?',
    help: 'We answer every application by email.',
  }),
  question({
    id: 'phone',
    kind: 'phone',
    label: 'And your phone number?',
    help: 'Include your country code so that we can reach you.',
  }),
  question({
    id: 'situation',
    kind: 'choice',
    label: 'Where are you today?',
    options: [
      ['employed', 'I have a job and want to build something on the side'],
      ['self-employed', 'I work for myself'],
      ['business', 'I run a business with a team'],
      ['student', 'I am studying'],
      ['between', 'I’m between jobs or projects'],
    ],
  }),
  question({
    id: 'problem',
    kind: 'long',
    label: 'What would you most like help with?',
    help: 'Two or three sentences are plenty.',
  }),
  question({ id: 'goal', kind: 'long', label: 'What do you want to be different in 90 days?' }),
  question({
    id: 'tried',
    kind: 'several',
    label: 'What have you tried so far?',
    required: false,
    options: [
      ['alone', 'Figuring it out on my own'],
      ['course', 'A course'],
      ['coach', 'Another coach'],
      ['agency', 'An agency or freelancers'],
      ['nothing', 'Nothing yet'],
    ],
    other: true,
  }),
  question({
    id: 'ready',
    kind: 'scale',
    label: 'How important is it to you to change this now?',
    lowText: 'It can wait',
    highText: 'More than anything',
  }),
  question({
    id: 'start',
    kind: 'choice',
    label: 'When would you like to start?',
    options: [
      ['now', 'Right away'],
      ['soon', 'Within three months'],
      ['later', 'Later'],
    ],
  }),
  question({
    id: 'alone',
    kind: 'yesno',
    label: 'Can you make this decision on your own?',
  }),
  question({
    id: 'together',
    kind: 'short',
    label: 'Who else is involved in the decision?',
    help: 'Bring them along to the call, if you like.',
    required: false,
    onlyIf: [is('alone', 'no')],
  }),
  question({
    id: 'budget',
    kind: 'choice',
    label: 'What could you invest in this within the next three months?',
    options: [
      ['none', 'Nothing at the moment'],
      ['small', 'Up to $1,000'],
      ['medium', '$1,000 to $5,000'],
      ['large', 'More than $5,000'],
      ['unsaid', 'I would rather talk about it'],
    ],
  }),
  question({
    id: 'page',
    kind: 'link',
    label: 'Do you have a website or profile where we can see what you do?',
    required: false,
  }),
]

/** Who could begin soon is led to the call; everybody else is told that we will be in touch. */
export const defaultEndings: Ending[] = [
  { id: 'call', to: '/thankyoucall', when: [is('start', 'now', 'soon'), isNot('budget', 'none')] },
]
