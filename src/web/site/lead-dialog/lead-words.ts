import { looksLikeEmail } from '#contract/email-address.ts'
import type { SiteContent } from '#contract/site-content.ts'

/** The three fields of every lead form, in their order. */
export const fieldNames = ['name', 'email', 'phone'] as const

/** A field of the lead form. */
export type FieldName = (typeof fieldNames)[number]

/** A sentence beside each field that has something to mend. */
export type FieldErrors = Partial<Record<FieldName, string>>

/** What the form says of an empty and of an unreadable field. */
export const fieldMessages = (
  words: SiteContent['leadForm'],
): Record<FieldName, { missing: string; mismatch: string }> => ({
  name: { missing: words.nameMissing, mismatch: '' },
  email: { missing: words.emailMissing, mismatch: words.emailUnreadable },
  phone: { missing: words.phoneMissing, mismatch: '' },
})

/** What the server would refuse of what was typed, said before anything is sent. */
export function leadProblems(typed: Record<FieldName, string>, words: SiteContent['leadForm']): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of fieldNames) {
    const { missing, mismatch } = fieldMessages(words)[name]
    const value = typed[name].trim()
    if (value === '') errors[name] = missing
    else if (name === 'email' && !looksLikeEmail(value)) errors[name] = mismatch
  }
  return errors
}
