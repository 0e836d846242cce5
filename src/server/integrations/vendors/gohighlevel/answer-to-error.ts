import { z } from 'zod'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { VENDOR } from './settings.ts'

const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  traceId: z.string().optional().catch(undefined),
  meta: z.object({ contactId: z.string() }).optional().catch(undefined),
})

/** The CRM says that another contact already holds the email or the phone that was sent. */
export class DuplicateContact extends VendorError {
  /** The contact that holds it. */
  readonly contactId: string

  constructor(message: string, contactId: string, details: ConstructorParameters<typeof VendorError>[1]) {
    super(message, details)
    this.contactId = contactId
  }
}

/** What is known about a call that was answered with a status that is no success. */
export type FailedAnswer = {
  /** What was tried, e.g. `save the contact`. */
  task: string
  status: number
  /** The parsed body; undefined when it was not JSON. */
  body: unknown
  retryAfterMs: number
  /** True when the path names a contact, which may have been deleted. */
  aboutContact: boolean
  personal: string[]
}

/** Whether the CRM's complaint is about a custom field, e.g. one that was deleted. */
export const namesCustomField = (message: string): boolean => /custom[ _]?field/i.test(message)

function kindOf(answer: FailedAnswer, message: string | undefined): VendorErrorKind {
  const { status } = answer
  if (status === 429) return 'rate-limited'
  if (status === 401 || status === 403) return 'credentials'
  if (status === 404 && answer.aboutContact && message !== undefined) return 'not-found'
  // Page or proxy errors: the CRM's own refusals are always JSON with a message.
  if (message === undefined || status < 400 || status >= 500 || [404, 408, 425].includes(status)) {
    return 'unreachable'
  }
  // An unknown contact is reported as 400, an unknown version as 400 or 401.
  if (answer.aboutContact && /not found/i.test(message) && !namesCustomField(message)) return 'not-found'
  if (/\bAPI version\b/i.test(message)) return 'credentials'
  return 'refused'
}

const sentence: Record<VendorErrorKind, (answer: FailedAnswer) => string> = {
  unreachable: ({ task, status }) => `${VENDOR} could not ${task}: it answered with status ${status}`,
  'rate-limited': ({ task }) => `${VENDOR} allows no more calls for now and did not ${task}`,
  credentials: ({ task, status }) =>
    `${VENDOR} did not accept the token, its scopes or the location and did not ${task} (status ${status})`,
  refused: ({ task, status }) => `${VENDOR} refused to ${task} (status ${status})`,
  'not-found': ({ task }) => `${VENDOR} could not ${task}: the contact is gone`,
}

/** Reads an unsuccessful answer of the CRM, message string or list alike, into the error to throw. */
export function answerToError(answer: FailedAnswer): VendorError {
  const body = ErrorBody.safeParse(answer.body).data
  const message = body && [body.message].flat().join('; ').replace(/\s+/g, ' ').trim().slice(0, 300)
  const kind = kindOf(answer, message)
  const text = `${sentence[kind](answer)}${message ? `: ${message}` : ''}`.replace(/\.?$/, '.')
  const details = {
    vendor: VENDOR,
    kind,
    status: answer.status,
    retryAfterMs: answer.retryAfterMs || undefined,
    traceId: body?.traceId,
    personal: answer.personal,
  }
  const duplicate = answer.status === 400 && body?.meta?.contactId
  return duplicate ? new DuplicateContact(text, duplicate, details) : new VendorError(text, details)
}
