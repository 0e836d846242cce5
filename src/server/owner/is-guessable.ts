import { commonPasswords, commonWords } from './common-passwords.ts'

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
]
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/**
 * Whether a password is among those that are tried first: a common one, one character or a few over and over, a row
 * of keys, or a well-known word or one of `ownNames` (the brand, the site) with some digits and signs around it.
 */
export function isGuessable(password: string, ownNames: string[] = []): boolean {
  const lower = password.toLowerCase()
  const plain = lower.replace(/[^\p{L}\p{N}]/gu, '')
  if (commonPasswords.has(lower) || commonPasswords.has(plain)) return true
  if (new Set(lower).size < 4 || /^(.{1,5}?)\1+.{0,4}$/s.test(lower) || isRuns(plain)) return true
  const names = new Set([...commonWords, ...ownNames.flatMap(wordsOf)])
  return (
    [plain, wordIn(lower)].some((text) => names.has(text.replace(/^\d+|\d+$/g, ''))) ||
    names.has(wordIn(lower))
  )
}

/** The letters a password reads as, without the digits and signs before and behind. */
const wordIn = (lower: string): string =>
  [...lower.replace(/^[^\p{L}]+|[^\p{L}@$]+$/gu, '')]
    .map((letter) => LOOKS_LIKE[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '')

/** Nothing but pieces of three keys and more that follow one another on a keyboard or in the alphabet. */
function isRuns(text: string): boolean {
  let at = 0
  while (at < text.length) {
    let length = Math.min(3, text.length - at)
    const follows = () => RUNS.some((run) => run.includes(text.slice(at, at + length)))
    if (!follows()) return false
    while (at + length < text.length) {
      length += 1
      if (follows()) continue
      length -= 1
      break
    }
    at += length
  }
  return true
}

/** A name's own words, and all of it in one, also without the ending of a site's name. */
function wordsOf(name: string): string[] {
  const lower = name.toLowerCase()
  const words = lower.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= 4)
  const whole = [lower, lower.replace(/\.\w+$/, '')].map((text) => text.replace(/[^\p{L}\p{N}]/gu, ''))
  return [...words, ...whole].filter((word) => word !== '')
}
