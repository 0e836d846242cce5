import type { z } from 'zod'
import { OTHER } from '#contract/application-form.ts'
import type { SiteContent } from '#contract/site-content.ts'

const is = (question: string, ...values: string[]) => ({ question, test: 'is' as const, values })
const isNot = (question: string, ...values: string[]) => ({ question, test: 'isNot' as const, values })
const options = (all: Record<string, string>) => Object.entries(all).map(([id, label]) => ({ id, label }))

/** What the invented coach asks of whoever wants to build a product with them, and where the answers lead. */
export const coachApplication: NonNullable<z.input<typeof SiteContent>['apply']> = {
  meta: {
    title: 'Apply for {program} · {brand}',
    description: 'A few questions about your idea, your Fridays and your first customer.',
  },
  headline: 'Tell me what you want to build',
  intro: 'About four minutes. I read every application myself, on Thursday evenings.',
  questions: [
    { id: 'name', kind: 'name', label: 'Who am I building with?' },
    {
      id: 'email',
      kind: 'email',
      label: 'Where do I send my answer?',
      help: 'One reply from me, whatever I decide. No newsletter.',
    },
    {
      id: 'phone',
      kind: 'phone',
      label: 'And a number to reach you on?',
      help: 'With its country code. I have founders in eleven time zones.',
    },
    {
      id: 'stage',
      kind: 'choice',
      label: 'How far is your product?',
      options: options({
        head: 'It is in my head',
        paper: 'On paper: sketches, a list, a prototype',
        half: 'Half built, and I am stuck',
        online: 'Online, and nobody pays yet',
        paying: 'Somebody pays for it already',
      }),
      other: true,
      otherLabel: 'Somewhere else',
    },
    {
      id: 'customers',
      kind: 'number',
      label: 'How many people pay you for it?',
      onlyIf: [is('stage', 'paying')],
    },
    {
      id: 'idea',
      kind: 'long',
      label: 'What does it do, and for whom?',
      help: 'As you would say it across a kitchen table.',
    },
    {
      id: 'asked',
      kind: 'yesno',
      label: 'Have you asked anybody whether they would pay for it?',
    },
    {
      id: 'said',
      kind: 'short',
      label: 'What did they say, in one sentence?',
      onlyIf: [is('asked', 'yes')],
    },
    {
      id: 'tools',
      kind: 'several',
      label: 'What have you tried to build it with?',
      required: false,
      options: options({
        spreadsheet: 'A spreadsheet',
        nocode: 'A no-code tool',
        assistant: 'An AI assistant',
        developer: 'A developer or an agency',
        code: 'Code that I wrote myself',
      }),
      other: true,
      otherLabel: 'With something else',
    },
    {
      id: 'fridays',
      kind: 'choice',
      label: 'How many Fridays a month are yours?',
      help: 'We build on Fridays, two hours together and two on your own.',
      options: options({
        all: 'All of them',
        most: 'Two or three',
        one: 'One at most',
        evenings: 'None, but I have evenings',
      }),
    },
    {
      id: 'drive',
      kind: 'scale',
      label: 'How much do you want this online before the season is over?',
      lowText: 'It would be nice',
      highText: 'I lie awake over it',
    },
    {
      id: 'budget',
      kind: 'choice',
      label: '{program} costs $2,497. What fits you?',
      options: options({
        once: 'All at once',
        parts: 'In three parts',
        later: 'Only once the product earns something',
        no: 'Not this year',
      }),
    },
    {
      id: 'link',
      kind: 'link',
      label: 'Can I see something of it?',
      help: 'A page, a prototype, a photo of the napkin.',
      required: false,
    },
  ],
  endings: [
    { id: 'ready', to: '/thankyoucall', when: [isNot('budget', 'no'), is('fridays', 'all', 'most')] },
    // Whoever is somewhere else entirely is best talked to.
    { id: 'talk', to: '/bookstrategy', when: [is('stage', 'paying', OTHER), isNot('budget', 'no')] },
  ],
  otherwise: '/thankyoucallc',
  words: {
    next: 'Go on',
    send: 'Send it to Marlo',
    written: 'Say it your way',
    kept: 'Your answers are still here. Go on where you stopped.',
  },
}
