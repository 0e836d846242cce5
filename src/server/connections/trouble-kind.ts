import type { Trouble } from '#contract/connections.ts'

/** What our own sentences say of each kind, in the order in which they are looked for. */
const SAID: [Trouble['kind'], RegExp][] = [
  ['our-side', /\bfailed on our side\b|\bworked off on our side\b/i],
  [
    'refusing',
    /\ballows no more calls\b|\basks for a pause\b|\bstatus 429\b|\btakes no mail from our sender\b/i,
  ],
  [
    'own-trouble',
    /\bstatus \d{3}\b|\(code [\d/a-z]+\)|\banswer (made no sense|that made no sense|could not be read)\b/i,
  ],
]

/** Reads from a failure's reason what the vendor does: gives no answer, takes nothing for now, or is in trouble. */
export const troubleKind = (reason: string | null): Trouble['kind'] =>
  SAID.find(([, words]) => words.test(reason ?? ''))?.[0] ?? 'unreachable'
