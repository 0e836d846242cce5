import { type Answers, OTHER } from '#contract/application-form.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** Ideas with what somebody said who was asked, how far they are and with what they were tried. */
const IDEAS: (Answers & { idea: string; said: string })[] = [
  {
    idea: 'A booking page for dog groomers. My sister grooms and answers the phone all day.',
    said: 'She would pay twenty a month tomorrow, if it stopped the phone.',
    stage: 'paper',
    tools: ['nocode', 'assistant'],
  },
  {
    idea: 'Lessons, payments and reminders for music teachers in one place. I teach the cello and lose money in between.',
    said: 'Two of my colleagues asked when they can have it.',
    stage: 'half',
    tools: ['spreadsheet', 'nocode'],
  },
  {
    idea: 'Every Friday I copy numbers from five tables into one report. The cure would sell to my whole industry.',
    said: 'My boss laughed, and then asked what it would cost.',
    stage: 'head',
    tools: ['spreadsheet', OTHER],
    'tools.other': 'Macros that only I understand',
  },
  {
    idea: 'A plan of the week for families with split custody: who has the children, who has the football boots.',
    said: 'My ex said yes before I had finished the sentence.',
    stage: 'online',
    tools: ['assistant', 'code'],
  },
  {
    idea: 'Offers and invoices for chimney sweeps, by voice, because nobody can type with these hands.',
    said: 'Four of six would pay. One wanted to pay me for thinking of it.',
    stage: OTHER,
    'stage.other': 'A competitor has it, and it is bad',
    tools: ['developer'],
  },
  {
    idea: 'A tool that tells beekeepers which hive to look at first.',
    said: 'The club would buy it for all forty members.',
    stage: 'paying',
    customers: '3',
    tools: ['code', 'assistant'],
  },
]

/** What somebody answers in the coach's own application form. */
export function inventAnswers(random: Random, person: Person): Answers {
  const { idea, said, ...rest } = random.pick(IDEAS)
  const hasAsked = random.chance(0.7)
  return {
    ...{ name: person.name, email: person.email, phone: person.phone },
    ...rest,
    ...{ idea, asked: hasAsked ? 'yes' : 'no' },
    ...(hasAsked && { said }),
    fridays: random.pick(['all', 'all', 'most', 'most', 'evenings']),
    drive: String(random.whole(6, 10)),
    budget: random.pick(['once', 'parts', 'parts', 'parts', 'later']),
  }
}
