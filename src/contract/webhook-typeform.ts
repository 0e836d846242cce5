import { z } from 'zod'
import { instant, optionalText, vendorText } from './webhook-fields.ts'

/** The envelope of every call of the application form (Typeform). */
export const TypeformWebhook = z.object({
  event_id: vendorText(200),
  event_type: vendorText(100),
  form_response: z.unknown(),
})

const Field = z.object({ id: optionalText(200), ref: optionalText(200), title: optionalText(1000) })
const Labels = z.object({ labels: z.array(z.string()).optional(), other: z.string().optional() })

/** One answer: its value stands under the name of its type. */
const Answer = z.object({
  type: vendorText(40),
  field: Field,
  text: optionalText(10_000),
  email: optionalText(254),
  phone_number: optionalText(40),
  number: z.number().optional().catch(undefined),
  boolean: z.boolean().optional().catch(undefined),
  date: optionalText(40),
  url: optionalText(2000),
  file_url: optionalText(2000),
  choice: z
    .object({ label: optionalText(1000), other: optionalText(1000) })
    .optional()
    .catch(undefined),
  choices: Labels.optional().catch(undefined),
  payment: z
    .object({ amount: z.union([z.string(), z.number()]).transform(String) })
    .optional()
    .catch(undefined),
})

/** One answer of an application form. */
export type TypeformAnswer = z.output<typeof Answer>

/** What is used of a completed application form. */
export const TypeformResponse = z.object({
  form_id: vendorText(200),
  token: vendorText(200).refine((token) => token !== '', 'is missing'),
  submitted_at: instant,
  hidden: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((hidden) => hidden ?? {}),
  definition: z
    .object({ fields: z.array(Field) })
    .optional()
    .catch(undefined),
  answers: z
    .array(Answer)
    .max(500)
    .nullish()
    .transform((answers) => answers ?? []),
})
