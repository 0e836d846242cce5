import { z } from 'zod'

/** A custom field as the CRM shows it. */
export const StoredField = z.object({
  id: z.string().min(1),
  name: z.string().nullish().catch(null),
  fieldKey: z.string().nullish().catch(null),
  dataType: z.string().nullish().catch(null),
})

/** A custom field as the CRM shows it. */
export type StoredField = z.output<typeof StoredField>

const TEXT = ['TEXT', 'LARGE_TEXT']

const keyOf = (name: string): string => `contact.${name.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`

/**
 * The field of this name among those that are there, by the key the CRM makes of a name or by the name itself;
 * one that takes no text is none.
 */
export function fieldNamed(fields: StoredField[], name: string): StoredField | undefined {
  const ofText = fields.filter(({ dataType }) => !dataType || TEXT.includes(dataType))
  return (
    ofText.find(({ fieldKey }) => fieldKey?.toLowerCase() === keyOf(name)) ??
    ofText.find((field) => field.name?.trim().toLowerCase() === name.toLowerCase())
  )
}
