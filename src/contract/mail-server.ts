import { z } from 'zod'
import { looksLikeEmail } from './email-address.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { line } from './text.ts'

/** The mail providers the dashboard knows the servers of; `other` is any with an address of its own. */
export const mailProviders = [
  'gmail',
  'microsoft',
  'zoho',
  'brevo',
  'postmark',
  'ses',
  'mailgun',
  'sendgrid',
  'other',
] as const
export type MailProvider = (typeof mailProviders)[number]

/** How a connection to a mail server is kept from others' eyes. */
export const mailSecurities = ['starttls', 'tls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]

// A name or an address, without a protocol before it or a port behind it.
const host = line(253).regex(
  /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
  'must be a server’s name, such as smtp.example.com',
)

const emailAddress = line(254).refine(looksLikeEmail, 'must be an email address')

const isThisMachine = (name: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+)$/.test(name)

/** A mail server without its password, and who the mails are from. */
export const MailServer = z.object({
  provider: z.enum(mailProviders),
  host,
  port: z.number('must be a number').int('must be a whole number').min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** The name it is signed in with; empty: nobody signs in. */
  user: line(254),
  fromName: line(100),
  fromEmail: emailAddress,
})
export type MailServer = z.output<typeof MailServer>

/** What is entered to connect a mail server. Without a password the stored one stays. */
export const EnteredMailServer = MailServer.extend({
  password: z.string().min(1).max(1000).optional(),
  /** What the form stands in place of, null for none; 409 where another one is kept by now. */
  inPlaceOf: MailServer.nullable().optional(),
}).refine(({ security, host: name }) => security !== 'none' || isThisMachine(name), {
  path: ['security'],
  message: 'must be encrypted, unless the mail server runs on this very machine',
})

/** How the mail server is connected. */
const MailServerState = z.object({
  /** Where the one in use comes from: entered here, or a variable on the server, which wins. */
  source: z.enum(['nothing', 'dashboard', 'environment']),
  entered: MailServer.nullable(),
  password: z.object({
    isSet: z.boolean(),
    /** Its last letters, where it is long enough to show them. */
    endsIn: z.string().nullable(),
    /** Whether it can be read; not where it was stored under another SECRET. */
    isReadable: z.boolean(),
  }),
})
export type MailServerState = z.output<typeof MailServerState>

const Told = z.object({ success: z.boolean(), message: z.string() })

/** The owner's calls about the mail server. */
export const mailServerApi = {
  'GET /api/connections/email/settings': {
    for: 'owner',
    input: z.object({}),
    output: MailServerState,
    summary: 'How the mail server is connected. The password itself is never told.',
  },
  'PUT /api/connections/email/settings': {
    for: 'owner',
    input: EnteredMailServer,
    output: MailServerState,
    summary:
      'Signs in at a mail server and, where that works, keeps it: what waits is sent at once. 422 says what the server answered. With `inPlaceOf`, 409 where another one has been entered since.',
  },
  'DELETE /api/connections/email/settings': {
    for: 'owner',
    input: z.object({}),
    output: Done,
    summary: 'Forgets the mail server and its password; mails are kept until another is connected.',
  },
  'POST /api/connections/email/test-mail': {
    for: 'owner',
    input: z.object({ to: emailAddress }),
    output: Told,
    summary: 'Sends a real mail now and says in words how it went.',
  },
} satisfies Endpoints
