/** A sentence of the delivered site that says something about a real person once the site has a name. */
export type Claim = {
  /** Its name among the owner's answers. */
  id: string
  /** What the owner calls it. */
  title: string
  /** The page visitors read it on. */
  page: string
  /** The fields that say it; of a list every entry says something of its own. */
  fields: readonly string[]
  /** What the fields say before the owner has typed anything, in this release and in every one before it. */
  delivered: readonly string[]
  /** Its fields make one statement only together, such as '2 of 3': whoever changes one has typed it. */
  isOneStatement?: boolean
  /** The fields that are emptied while it is hidden, where these are not the fields themselves. */
  emptied?: readonly string[]
}

/**
 * Every claim of the delivered site: downloads, users, companies, results, places left, money back. A text that
 * claims something about the coach belongs here; prices, durations and times that the owner sets do not.
 */
export const claims = [
  {
    id: 'homeProof',
    title: 'Proof beside the headline',
    page: '/',
    fields: ['home.proof'],
    delivered: ['Taught by {coach}: 100M+ downloads, 1M+ users.'],
  },
  {
    id: 'homeResults',
    title: 'The feature “Proven results”',
    page: '/',
    fields: ['home.results.text'],
    delivered: [
      '{coach}’s own apps are used by millions of people. You get the steps behind them, not a pep talk.',
      'The same steps have put apps into the hands of millions of people. You get the steps, not a pep talk.',
    ],
    emptied: ['home.results.title', 'home.results.text'],
  },
  {
    id: 'founderBio',
    title: 'About the coach',
    page: '/',
    fields: ['home.founder.bio'],
    delivered: [
      '{coach} built, shipped and sold software the long way. Now the tools have changed, and the same work is open to people who have never written a line of code.',
    ],
  },
  {
    id: 'founderFigures',
    title: 'Figures about the coach',
    page: '/',
    fields: ['home.founder.figures'],
    delivered: ['100M+ downloads', '1M+ users', '3 earlier companies'],
  },
  {
    id: 'memeProof',
    title: 'Proof under the meme',
    page: '/meme',
    fields: ['meme.proof'],
    delivered: ['{coach}: 100M+ downloads, 1M+ users.'],
  },
  {
    id: 'meme2Proof',
    title: 'Proof under the second meme',
    page: '/meme2',
    fields: ['meme2.proof'],
    delivered: ['{coach}: 100M+ downloads, 1M+ users.'],
  },
  {
    id: 'collegeProof',
    title: 'Under the signature',
    page: '/lander-college',
    fields: ['landerCollege.proof'],
    delivered: ['100M+ downloads, 1M+ users', '100M+ downloads, 1M+ users, no CS degree required'],
  },
  {
    id: 'hackProof',
    title: 'Proof under the button',
    page: '/lander-hack',
    fields: ['landerHack.proof'],
    delivered: ['Found by {coach}: 100M+ downloads, 1M+ users.'],
  },
  {
    id: 'builderPlaces',
    title: 'Places of the program',
    page: '/builder',
    fields: ['builder.offer.places', 'builder.offer.taken'],
    delivered: ['3 2'],
    isOneStatement: true,
    emptied: [
      'builder.urgency.leftOne',
      'builder.urgency.leftMany',
      'builder.urgency.full',
      'builder.urgency.taken',
    ],
  },
  {
    id: 'builderGuarantee',
    title: 'Money-back guarantee',
    page: '/builder',
    fields: ['builder.guaranteeTitle', 'builder.guarantee'],
    delivered: [
      '30-day money-back guarantee',
      'If it turns out not to be for you, say so within 30 days of paying and you get a full refund. Just write to {email}.',
      // As earlier versions said it.
      'If it turns out not to be for you, say so within 30 days of paying and you get all of it back. A line to {email} is enough.',
    ],
  },
] as const satisfies readonly Claim[]

/** The name of a claim. */
export type ClaimId = (typeof claims)[number]['id']
