/**
 * Why something did not work, as far as anything decides by it; the sentence beside a kind is for people alone.
 * `unreachable`: there was no answer; `unanswered`: the whole was handed over, and no word came in time whether it was
 * taken; `vendor-fault`: the answer was "my fault", or nonsense; `rate-limited`: it takes
 * nothing for now; `refused-credentials`: it turns our token, secret or login away; `refused-sender`: our sender address
 * may not send; `wrong-address`: something else than the vendor answers; `not-set-up`: nothing is set up to ask;
 * `refused-recipient`: there is no such mailbox; `invalid-request`: this one thing will never be taken as it is;
 * `not-found`: what it is about is gone at the vendor; `unusable`: what the vendor delivered cannot be used; `our-side`:
 * the vendor did its part, and what failed is here.
 */
export const failureKinds = [
  'unreachable',
  'unanswered',
  'vendor-fault',
  'rate-limited',
  'refused-credentials',
  'refused-sender',
  'wrong-address',
  'not-set-up',
  'refused-recipient',
  'invalid-request',
  'not-found',
  'unusable',
  'our-side',
] as const

/** Why something did not work. */
export type FailureKind = (typeof failureKinds)[number]
