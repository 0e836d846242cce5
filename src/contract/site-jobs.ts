import { z } from 'zod'

/** What a funnel has to have done, each by us or by a vendor of the owner's choice. */
export const siteJobs = [
  'film',
  'application',
  'calendar',
  'leads',
  'mail',
  'call',
  'checkout',
  'adverts',
] as const

/** Who does one of the jobs. */
export const SiteJob = z.object({
  job: z.enum(siteJobs),
  /** `both`: we on some pages and a vendor on others, or we and a vendor beside us. */
  by: z.enum(['ours', 'vendor', 'both', 'nobody']),
  /** The vendors by name. */
  vendors: z.array(z.string()),
  /** Whether what is ours is still the sample. */
  isSample: z.boolean(),
})
export type SiteJob = z.output<typeof SiteJob>
