import { formResponse } from '#support/webhook-bodies.ts'
import type { Random } from './random.ts'
import type { KnownLead, News } from './vendor-news.ts'

const GOALS = [
  'A booking app for dog groomers; my sister would be the first customer.',
  'Something that writes the weekly report my whole team hates.',
  'A small tool for music teachers: lessons, payments, reminders.',
  'I do not know yet. I want to leave my job within a year.',
]

/** What the application form sends when a lead has filled it in. */
export function applicationNews(random: Random, { id, person }: KnownLead, at: Date): News {
  const body = formResponse({
    token: `form-${id}-${at.getTime()}`,
    submittedAt: at.toISOString(),
    email: person.email,
    phone: person.phone,
    hidden: { lead_id: id },
  })
  const { form_response: response } = body
  if (isAnswered(response)) {
    const [goal, budget] = response.answers
    if (goal) goal.text = random.pick(GOALS)
    if (budget)
      budget.choice = { label: random.pick(['Up to $1,000', '$2,000 to $5,000', 'More than $5,000']) }
  }
  return { vendor: 'typeform', at, body }
}

const isAnswered = (value: unknown): value is { answers: Record<string, unknown>[] } =>
  typeof value === 'object' && value !== null && 'answers' in value && Array.isArray(value.answers)
