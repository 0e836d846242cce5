import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { line } from './text.ts'

/** The channels that alerts go out by. */
export const alertChannels = ['email', 'webhook'] as const

/** A channel that alerts go out by. */
export type AlertChannel = (typeof alertChannels)[number]

/** What the owner is alerted about, and where. An empty address alerts nobody. */
export const AlertSettings = z.object({
  emailTo: z.union([z.literal(''), z.email('Enter an email address.').max(254)]),
  emailNewLead: z.boolean(),
  emailTrouble: z.boolean(),
  webhookUrl: line(1000).or(z.literal('')),
  webhookNewLead: z.boolean(),
  webhookTrouble: z.boolean(),
})
export type AlertSettings = z.output<typeof AlertSettings>

/** What holds until the owner chooses: nobody is alerted. */
export const defaultAlertSettings: AlertSettings = {
  emailTo: '',
  emailNewLead: false,
  emailTrouble: false,
  webhookUrl: '',
  webhookNewLead: false,
  webhookTrouble: false,
}

/** The owner's calls about alerts. */
export const alertsApi = {
  'GET /api/alerts/settings': {
    for: 'owner',
    input: z.object({}),
    /** `isEmailSetUp`: the server knows a mail server to send through. */
    output: AlertSettings.extend({ isEmailSetUp: z.boolean() }),
    summary: 'What the owner is told at once, and where.',
  },
  'PUT /api/alerts/settings': {
    for: 'owner',
    input: AlertSettings.partial(),
    output: AlertSettings.extend({ isEmailSetUp: z.boolean() }),
    summary: 'Changes what is named and answers all of it.',
  },
  'POST /api/alerts/test': {
    for: 'owner',
    input: z.object({ channel: z.enum(alertChannels) }),
    output: z.object({ success: z.boolean(), message: z.string() }),
    summary: 'Sends a test alert now and says in words how it went.',
  },
} satisfies Endpoints
