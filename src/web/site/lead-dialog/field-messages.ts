import { leadFields } from '#contract/capture.ts'
import type { SiteContent } from '#contract/site-content.ts'

type Words = SiteContent['leadForm']

/** A field of the lead form. */
export type FieldName = keyof typeof leadFields

const refusalOf = (name: FieldName, value: string): string =>
  leadFields[name].safeParse(value).error?.issues[0]?.message ?? ''

/** What the form says of an empty and of an unreadable field. */
export const fieldMessages = (words: Words): Record<FieldName, { missing: string; mismatch: string }> => ({
  name: { missing: words.nameMissing, mismatch: '' },
  email: { missing: words.emailMissing, mismatch: words.emailUnreadable },
  phone: { missing: words.phoneMissing, mismatch: '' },
})

/** The server's sentence about a field as the owner words it, so that page and returned form say the same. */
export function inOwnersWords(name: FieldName, error: string | undefined, words: Words): string | undefined {
  const { missing, mismatch } = fieldMessages(words)[name]
  if (error === refusalOf(name, '')) return missing
  return mismatch && error === refusalOf(name, 'no address') ? mismatch : error
}
