import { z } from 'zod'
import { words } from './content-fields.ts'

/** The voice agent's call after an application. Only who agreed to it is called, whatever stands here. */
export const Calls = z
  .object({
    tag: words('CRM tag that starts the call (empty: none)', '', 100),
    onForm: z
      .boolean()
      .default(true)
      .meta({ title: 'Call as soon as the application form confirms, whatever page follows' }),
  })
  .prefault({})
  .meta({ title: 'AI call' })
