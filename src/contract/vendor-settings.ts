import { z } from 'zod'

/** The vendors whose values can be entered in the dashboard; the mail server has a form of its own. */
export const enteredVendors = ['crm', 'typeform', 'cal', 'stripe', 'voice', 'meta', 'meta-ads'] as const
export type EnteredVendor = (typeof enteredVendors)[number]

/** The names of what a vendor may need. */
export const vendorFieldNames = [
  'token',
  'locationId',
  'secret',
  'url',
  'testEventCode',
  'accountId',
] as const
export type VendorFieldName = (typeof vendorFieldNames)[number]

/** One thing that a vendor needs, and the environment variable that holds it where an engineer sets it. */
export type VendorField = { name: VendorFieldName; variable: string; isOptional: boolean }

const field = (name: VendorFieldName, variable: string, isOptional = false): VendorField => ({
  name,
  variable,
  isOptional,
})

/** What each vendor needs, in the order in which it is entered. */
export const vendorFields: Record<EnteredVendor, readonly VendorField[]> = {
  crm: [field('token', 'GHL_TOKEN'), field('locationId', 'GHL_LOCATION_ID')],
  typeform: [field('secret', 'TYPEFORM_WEBHOOK_SECRET')],
  cal: [field('secret', 'CAL_WEBHOOK_SECRET')],
  stripe: [field('secret', 'STRIPE_WEBHOOK_SECRET')],
  voice: [field('secret', 'VOICE_WEBHOOK_SECRET'), field('url', 'VOICE_WEBHOOK_URL', true)],
  meta: [field('token', 'META_ACCESS_TOKEN'), field('testEventCode', 'META_TEST_EVENT_CODE', true)],
  'meta-ads': [field('token', 'META_ADS_TOKEN'), field('accountId', 'META_AD_ACCOUNT_ID')],
}

/** Values of one vendor, by name; what is not there is not set. */
export type VendorValues = Partial<Record<VendorFieldName, string>>

/** Whether something is one of the vendors whose values can be entered. */
export const isEnteredVendor = (vendor: string): vendor is EnteredVendor =>
  enteredVendors.some((one) => one === vendor)

/** How one value stands. The value itself is never told. */
export const VendorFieldState = z.object({
  name: z.enum(vendorFieldNames),
  /** The environment variable that wins where it is set. */
  variable: z.string(),
  isOptional: z.boolean(),
  /** Where the one in use comes from. */
  source: z.enum(['nothing', 'dashboard', 'environment']),
  /** Its last letters, where it was entered here and is long enough to show them. */
  endsIn: z.string().nullable(),
  /** Of an address, the server it leads to. */
  host: z.string().nullable(),
  /** Whether what is stored can be read; not where it was stored under another SECRET. */
  isReadable: z.boolean(),
})
export type VendorFieldState = z.output<typeof VendorFieldState>

const vendor = z.enum(enteredVendors)
// Long enough for whatever is pasted with its surroundings; what is too long of it is said in words.
const pasted = z.string('must be text').max(5000, 'is too long')

/** The owner's calls that enter and remove what vendors need. */
export const vendorSettingsApi = {
  'PUT /api/connections/:vendor/settings': {
    for: 'owner',
    input: z.object({
      vendor,
      token: pasted.optional(),
      locationId: pasted.optional(),
      secret: pasted.optional(),
      url: pasted.optional(),
      testEventCode: pasted.optional(),
      accountId: pasted.optional(),
    }),
    output: z.object({
      fields: z.array(VendorFieldState),
      /** What was found out about them, where the vendor can be asked. */
      message: z.string(),
    }),
    summary:
      'Keeps what a vendor needs, encrypted, for every process; what is left out stays. The CRM and Meta’s ad account are asked first whether they accept them: 422 names the field that it does not.',
  },
  'DELETE /api/connections/:vendor/settings': {
    for: 'owner',
    input: z.object({ vendor }),
    output: z.object({ fields: z.array(VendorFieldState) }),
    summary: 'Forgets what was entered for a vendor. What waits for it is kept.',
  },
} as const
