import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const hashes = z.union([hash, z.array(hash).min(1)])

// The published fields and no others: a key that is misspelled must not pass unseen.
const Event = z.strictObject({
  event_name: z.string().min(1).max(50),
  event_time: z.int(),
  event_id: z.string().min(1),
  action_source: z.literal('website'),
  event_source_url: z.url(),
  referrer_url: z.url().optional(),
  opt_out: z.boolean().optional(),
  user_data: z.strictObject({
    em: hashes.optional(),
    ph: hashes.optional(),
    fn: hashes.optional(),
    ln: hashes.optional(),
    external_id: hashes.optional(),
    client_ip_address: z.union([z.ipv4(), z.ipv6()]).optional(),
    client_user_agent: z.string().min(1),
    fbc: z
      .string()
      .regex(/^fb\.\d\.\d{13}\.[\w.-]+$/)
      .optional(),
    fbp: z
      .string()
      .regex(/^fb\.\d\.\d{13}\.\d+(\.[\w-]+)?$/)
      .optional(),
  }),
  custom_data: z
    .strictObject({
      value: z.number().nonnegative().optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional(),
      content_name: z.string().min(1).optional(),
    })
    .optional(),
})

const Body = z.strictObject({
  data: z.array(Event).min(1).max(1000),
  access_token: z.string(),
  test_event_code: z.string().optional(),
})

const SEVEN_DAYS = 7 * 86_400

/** Why Meta refuses a whole request, as more of its error; undefined where it takes it. */
export function whyRefused(body: unknown, now: Date, refused: Set<string>): object | undefined {
  const checked = Body.safeParse(body)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return {
      message: `Invalid parameter: ${issue?.path.join('.')} ${issue?.message}`,
      error_subcode: 2804019,
    }
  }
  const seconds = now.getTime() / 1000
  for (const { event_name, event_time, event_id, user_data, custom_data } of checked.data.data) {
    if (event_time > seconds + 60 || event_time < seconds - SEVEN_DAYS)
      return { message: 'Event Timestamp Too Old or ahead', error_subcode: 2804003 }
    if (custom_data?.currency && custom_data.value === undefined)
      return { message: 'currency without value', error_subcode: 2804009 }
    if (event_name === 'Purchase' && (custom_data?.value === undefined || !custom_data.currency))
      return { message: 'Purchase without value or currency', error_subcode: 2804009 }
    if (Object.keys(user_data).filter((key) => key !== 'client_user_agent').length === 0)
      return { message: 'Too little customer information', error_subcode: 2804050 }
    if (refused.has(event_id) || refused.has(event_name))
      return { message: 'Not this one', error_subcode: 2804011 }
  }
  return undefined
}
