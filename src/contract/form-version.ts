import type { ApplicationForm } from './application-form.ts'

/** The name of a form's present wording: another one as soon as anything about it changes. */
export function formVersion({ questions, endings, otherwise }: ApplicationForm): string {
  // Two halves of 32 bits (cyrb53): nothing hangs on it but to tell one wording from the next.
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  for (const letter of JSON.stringify([questions, endings, otherwise])) {
    const code = letter.codePointAt(0) ?? 0
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (two >>> 0).toString(16).padStart(8, '0') + (one >>> 0).toString(16).padStart(8, '0')
}
