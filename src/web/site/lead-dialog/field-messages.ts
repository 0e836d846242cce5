import { leadFields } from '#contract/capture.ts'

/** A field of the lead form. */
export type FieldName = keyof typeof leadFields

const refusalOf = (name: FieldName, value: string): string =>
  leadFields[name].safeParse(value).error?.issues[0]?.message ?? ''

/** The contract's own sentences for an empty and an unreadable field, so that page and server say the same. */
export const fieldMessages: Record<FieldName, { missing: string; mismatch: string }> = {
  name: { missing: refusalOf('name', ''), mismatch: '' },
  email: { missing: refusalOf('email', ''), mismatch: refusalOf('email', 'no address') },
  phone: { missing: refusalOf('phone', ''), mismatch: '' },
}
