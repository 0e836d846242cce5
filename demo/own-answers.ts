import type { Answers } from '#contract/application-form.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

const PROBLEMS = [
  'My sister grooms dogs and answers the phone all day. I want to build her a booking page and do not know where to start.',
  'I have three half-built apps. I never get to the part where somebody pays.',
  'I teach music. Lessons, payments and reminders are in four places, and I lose money in between.',
  'Every Friday I copy numbers from five tables into one report. I could sell the cure to my whole industry.',
  'Everybody tells me my idea is good, and nobody has ever bought it.',
]
const GOALS = [
  'Ten paying customers, found by me and not by luck.',
  'A first version online, and one person who uses it every day.',
  'To know whether it is worth leaving my job for.',
  'Half of my income from it by spring.',
]

/** What somebody answers in the coach's own application form. */
export function inventAnswers(random: Random, person: Person): Answers {
  const alone = random.chance(0.8)
  return {
    name: person.name,
    email: person.email,
    phone: person.phone,
    situation: random.pick(['employed', 'employed', 'self-employed', 'business', 'student', 'between']),
    problem: random.pick(PROBLEMS),
    goal: random.pick(GOALS),
    tried: random.pick([['alone'], ['alone', 'course'], ['course', 'coach'], ['nothing']]),
    ready: String(random.whole(6, 10)),
    start: random.pick(['now', 'now', 'soon']),
    alone: alone ? 'yes' : 'no',
    ...(alone ? {} : { together: random.pick(['My wife', 'My business partner', 'My brother']) }),
    budget: random.pick(['small', 'medium', 'medium', 'large', 'unsaid']),
  }
}
