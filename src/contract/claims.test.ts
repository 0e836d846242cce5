import { describe, expect, it } from 'vitest'
import { allClaims, deliveredWords } from './claim-answers.ts'
import { valueAt } from './path-value.ts'
import { defaultSiteContent } from './site-content.ts'

/** What a text has to be looked at for: a figure, a name, or a word that claims a success. */
const TELLING =
  /\d|\{(coach|places|taken|left|discount|hours|days|weeks)\}|hundred|thousand|million|download|\busers?\b|customers?\b|\bclients?\b|compan|guarantee|money.?back|proven|\bresults?\b|\bspots?\b|\bslots?\b|\bearn|award|rated|trusted|\bbest\b/i

/** No words for visitors: identifiers, and what adverts are told. */
const NO_TEXT = /^pixel\.|\.(id|version)$|^claims\./

/** Texts that were looked at and claim nothing about the coach, and why. */
const noClaims: Record<string, (string | RegExp)[]> = {
  'how long something takes, when it is, or in which order': [
    /^(Free\. )?About 15 minutes\.$|^Free\. About 15 minutes\.$|^15 min$|^[Ff]ree[,.] 15 minutes[,.]/,
    /^(\d+h)?\d+m$/,
    /^(9:00|11:30|2:00)$/,
    /^Step 1: /,
    /^(Week|week ?)\s?[1-4]( live session)?$/,
    /^Last changed /,
    'Call should arrive in 1 second',
    'A reminder comes 15 minutes before the call.',
    'The training is free and takes about 15 minutes.',
    'It’s too late, or too early, to call you now: we only call between 8 am and 9 pm.',
    'Copied. The link works once and expires in 30 minutes.',
    'You are still looking for an idea: week 1 of the portal comes first',
    '{days} days with a live session on each of {weeks} Fridays',
    '{days} days',
    '{weeks} Fridays',
    '{hours} hours live',
    '{minutes}-minute Friday sessions for {weeks} weeks ({hours} hours)',
    'Your product, live in {days} days',
  ],
  'who is meant, signs, or what is offered': [
    /^(Portrait of )?\{coach\}$/,
    'Taught by {coach}',
    // Mails about a call.
    /\bcall with \{coach\}/,
    /^\{coach\}’s team uses your details /,
    /^\{coach\}’s team (writes to|will email and text) you /,
    /^For people with a good idea and no engineering background\. \{coach\} shows /,
    'For people with an idea and no code. {coach} shows you how, start to finish, for free.',
    '{coach} looks at your idea, your screen and your numbers, one to one, and tells you what to do next.',
    '{coach} builds a small business on screen, start to finish, without writing a line of code.',
    'Work 1-1 with {coach} on your own software business.',
    'A live video strategy session with {coach}, 30 to 45 minutes, about your business and your goals.',
    /^This is a live video strategy call of about 30 to 45 minutes\. /,
    /^(Calendar: pick a time|Book your strategy call|Book Your Call)/i,
    '{coach} would love to meet with you!',
    'Three weeks, three live Fridays, one working MVP. You build it; {coach} builds beside you until it runs.',
    'Secure My Spot Now',
    'You will be the first to hear when a spot comes free or the next round opens.',
  ],
  'what a visitor learns, builds or sells; nobody is said to have done it': [
    /software that customers pay for\./,
    'A booking page for my dog grooming clients, with a deposit.',
    '$20.00',
    /^A dog with glasses sits at a laptop\./,
    'Has paying customers',
    /^One sentence for one kind of customer/,
    /^Three requests in one sentence|^Ask for one thing/,
    /^Four products that found their first customers in a forum/,
    /^A launch is a rehearsal/,
    /^From first customers to a business/,
    /^If nobody has ever said it is too expensive/,
  ],
  'what an applicant is asked, and how a form is filled in': [
    'Apply to work with {coach}',
    'Question {n} of {of}',
    'What do you want to be different in 90 days?',
    'Up to $1,000',
    '$1,000 to $5,000',
    'More than $5,000',
    'Please enter a phone number, such as +1 202 555 0143.',
    'Please enter a number, such as 12.',
    'I run a business with a team',
  ],
  'that nothing is promised': [/nothing on this page is a promise of income\.$/, /^# What this is\n/],
  'the number calls come from': [/\b415\b/, '(415) ··· ····'],
  'a price of the owner’s': ['{discount} member discount'],
  'shown once the owner has filled every place': [/^All \{places\} spots are taken\./],
  'the error’s number': ['404 Page Not Found'],
}

/** What the owner sets, and the site then keeps to. */
const numbersThatAreSettings = [
  ...['builder.offer.price', 'builder.offer.regular', 'builder.offer.minutes'],
  ...['calls.perHour', 'calls.perDay'],
  // Where a picture is cropped.
  ...['brand.portrait.focusX', 'brand.portrait.focusY', 'home.hero.focusX', 'home.hero.focusY'],
]

// From where to where a scale goes, and what an answer is compared with.
const LIMITS_OF_ANSWERS = /^apply\.(questions|endings)\.\d+\.(low|high|(onlyIf|when)\.\d+\.amount)$/

type Said = { path: string; value: string | number }

function saidIn(value: unknown, path: string): Said[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => saidIn(item, path === '' ? key : `${path}.${key}`))
}

const isClaim = ({ path }: Said): boolean =>
  allClaims.some((claim) =>
    [...claim.fields, ...(claim.emptied ?? [])].some(
      (field) => path === field || path.startsWith(`${field}.`),
    ),
  )

const isLookedAt = ({ path, value }: Said): boolean =>
  typeof value === 'number'
    ? numbersThatAreSettings.includes(path) || LIMITS_OF_ANSWERS.test(path)
    : Object.values(noClaims)
        .flat()
        .some((text) => (typeof text === 'string' ? text === value : text.test(value)))

describe('the list of claims', () => {
  it('has every text of the delivered site that claims something about the coach', () => {
    const doubtful = saidIn(defaultSiteContent, '').filter(
      ({ path, value }) => !NO_TEXT.test(path) && TELLING.test(String(value)),
    )
    expect(doubtful.length).toBeGreaterThan(50)
    // Whoever writes a new one says which it is: a claim (claims.ts), or none (above, with the reason).
    expect(doubtful.filter((said) => !isClaim(said) && !isLookedAt(said))).toEqual([])
  })

  it('says of each claim exactly what the delivered site says', () => {
    for (const claim of allClaims) {
      const statements = claim.isOneStatement
        ? 1
        : claim.fields.flatMap((field) => valueAt(defaultSiteContent, field)).length
      expect(deliveredWords(defaultSiteContent, claim), claim.id).toHaveLength(statements)
      for (const field of claim.emptied ?? [])
        expect(typeof valueAt(defaultSiteContent, field), field).toBe('string')
    }
  })
})
