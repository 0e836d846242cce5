import { z } from 'zod'

// Only the id must be there: a field of a shape never seen before must not keep a lead from being saved.
const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value || null)

/** A contact as the CRM shows it; what it left out reads as null. */
export const StoredContact = z.object({
  id: z.string().min(1),
  email: text,
  phone: text,
  firstName: text,
  lastName: text,
  timezone: text,
  deleted: z.boolean().nullish().catch(null),
  tags: z.array(z.string()).nullish().catch(null),
  customFields: z
    .array(z.object({ id: z.string(), value: z.unknown() }))
    .nullish()
    .catch(null),
  // Seen in answers, though the documentation does not list it.
  additionalEmails: z
    .array(z.object({ email: z.string() }))
    .nullish()
    .catch(null),
})

/** A contact as the CRM shows it. */
export type StoredContact = z.output<typeof StoredContact>
