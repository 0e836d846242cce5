import { type ClaimId, claims } from './claims.ts'
import { choice, group, prose } from './content-fields.ts'

/** What the owner can answer about a claim that came with the site. */
export const claimAnswers = ['open', 'keep', 'hide'] as const

const answerTo = (title: string) =>
  group(title, {
    answer: choice('Your answer', claimAnswers, 'open'),
    said: prose('The words that were confirmed', '', 4000).meta({
      title: 'The words that were confirmed',
      format: 'automatic',
      description: 'What is kept is exactly this; other words are asked about again.',
    }),
  })

// Each claim of the list has an answer of its own under its name.
const answers = Object.fromEntries(
  claims.map(({ id, title, page }) => [id, answerTo(`${title} on ${page}`)]),
) as Record<ClaimId, ReturnType<typeof answerTo>>

/** The owner's answers about the claims that came with the site; kept with every version like any other content. */
export const ClaimAnswers = group('Claims', answers)
