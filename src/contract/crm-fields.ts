import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

/** What became of the CRM's analytics fields, one entry a field. */
export const CreatedFields = z.object({
  /** True when every field is there now. */
  success: z.boolean(),
  results: z.array(z.object({ name: z.string(), outcome: z.enum(['created', 'there']) })),
  errors: z.array(z.object({ name: z.string(), error: z.string() })),
})
export type CreatedFields = z.output<typeof CreatedFields>

/** The owner's call that makes the CRM's analytics fields (docs/spec.md, 'Calls and bodies'). */
export const crmFieldsApi = {
  'POST /api/ghl/create-analytics-fields': {
    for: 'owner',
    input: z.object({}),
    output: CreatedFields,
    summary: 'Creates the analytics fields that the CRM does not have yet; twice makes nothing twice.',
  },
} satisfies Endpoints
