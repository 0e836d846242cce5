import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/**
 * What has become of a mail. `waiting`: it is sent when its time has come and a mail server is there; `failed`: it will
 * not be sent as it is; `useless`: it could not be sent before nobody needed it any more; `withdrawn`: what it was about
 * has changed; `unsubscribed`: its reader wants no mailings.
 */
export const mailStates = ['waiting', 'sent', 'failed', 'useless', 'withdrawn', 'unsubscribed'] as const
export type MailState = (typeof mailStates)[number]

/** A mail to a person, without what it says. */
export const MailRow = z.object({
  id: z.string(),
  /** What it is for, in a word of the sender's. */
  purpose: z.string(),
  to: z.string(),
  toName: z.string().nullable(),
  subject: z.string(),
  /** The lead it went to, where one is known. */
  leadId: z.string().nullable(),
  state: z.enum(mailStates),
  /** Why it still waits, or was not sent. */
  reason: z.string().nullable(),
  /** Whether a mail server said that there is no such mailbox. */
  isUnknownAddress: z.boolean(),
  createdAt: z.string(),
  /** When it is to be sent; null: at once. */
  sendAfter: z.string().nullable(),
  /** When it was sent or given up. */
  settledAt: z.string().nullable(),
  /** Whether what it said is still kept. */
  isKept: z.boolean(),
})
export type MailRow = z.output<typeof MailRow>

/** The owner's calls about mails to people. */
export const mailsApi = {
  'GET /api/mails': {
    for: 'owner',
    input: z.object({
      state: z.enum(mailStates).optional(),
      personId: z.string().max(100).optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
      cursor: z.string().max(200).optional(),
    }),
    output: z.array(MailRow),
    summary: 'Mails to people, newest first: all, those in one state, or those to one person.',
  },
  'GET /api/mails/:id': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: MailRow.extend({ text: z.string() }),
    summary: 'One mail with what it says.',
  },
  'POST /api/mails/:id/retry': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Tries a mail again that failed, or one that waits for its next try.',
  },
} satisfies Endpoints
