import { z } from 'zod'
import { type RefusedAccess, VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { VENDOR } from './settings.ts'

const ErrorBody = z.object({
  message: z.union([z.string(), z.array(z.string())]),
  traceId: z.string().optional().catch(undefined),
  meta: z.object({ contactId: z.string() }).optional().catch(undefined),
})

/** A value of a contact that the CRM can complain of, and that the contact can do without. */
type Dispensable = (typeof DISPENSABLE)[number]

const DISPENSABLE = ['phone', 'timezone', 'custom-field'] as const

/** How the CRM calls them. */
const named: Record<Dispensable, RegExp> = {
  phone: /phone/i,
  timezone: /time ?zone/i,
  'custom-field': /custom[ _]?field/i,
}

/** The CRM will not take what was sent as it is. */
export class RefusedByCrm extends VendorError {
  /** Which of the values that were sent its complaint names. */
  readonly complainsOf: readonly Dispensable[]

  constructor(message: string, complaint: string, details: ConstructorParameters<typeof VendorError>[1]) {
    super(message, details)
    this.complainsOf = DISPENSABLE.filter((value) => named[value].test(complaint))
  }
}

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

// Something else changes the same at this moment, which passes.
const CONFLICT = 409

/** What the CRM's answers without success can mean. */
type AnswerKind = Extract<
  VendorErrorKind,
  'vendor-fault' | 'rate-limited' | 'refused-credentials' | 'invalid-request' | 'not-found'
>

function kindOf(answer: FailedAnswer, message: string | undefined): AnswerKind {
  const { status } = answer
  if (status === 429) return 'rate-limited'
  if (status === 401 || status === 403) return 'refused-credentials'
  if (status === 404 && answer.aboutContact && message !== undefined) return 'not-found'
  // Page or proxy errors: the CRM's own refusals are always JSON with a message.
  if (message === undefined || status < 400 || status >= 500 || [404, 408, CONFLICT, 425].includes(status)) {
    return 'vendor-fault'
  }
  // An unknown contact is reported as 400, an unknown version as 400 or 401.
  if (answer.aboutContact && /not found/i.test(message) && !named['custom-field'].test(message))
    return 'not-found'
  if (/\bAPI version\b/i.test(message)) return 'refused-credentials'
  return 'invalid-request'
}

/** What of ours it does not accept; its words are all that tells these apart. */
function accessOf(status: number, message: string | undefined): RefusedAccess {
  if (/\bscope/i.test(message ?? '')) return 'scope'
  if (/user type/i.test(message ?? '')) return 'other-kind-of-token'
  return status === 403 || /location/i.test(message ?? '') ? 'location' : 'token'
}

const sentence: Record<AnswerKind, (answer: FailedAnswer) => string> = {
  'vendor-fault': ({ task, status }) => `${VENDOR} could not ${task}: it answered with status ${status}`,
  'rate-limited': ({ task }) => `${VENDOR} allows no more calls for now and did not ${task}`,
  'refused-credentials': ({ task, status }) =>
    `${VENDOR} did not accept the token, its scopes or the location and did not ${task} (status ${status})`,
  'invalid-request': ({ task, status }) => `${VENDOR} refused to ${task} (status ${status})`,
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
    ...(kind === 'refused-credentials' && { access: accessOf(answer.status, message) }),
    status: answer.status,
    retryAfterMs: answer.retryAfterMs || undefined,
    traceId: body?.traceId,
    personal: answer.personal,
  }
  const duplicate = [400, CONFLICT].includes(answer.status) && body?.meta?.contactId
  if (duplicate) return new DuplicateContact(text, duplicate, details)
  return kind === 'invalid-request' || answer.status === CONFLICT
    ? new RefusedByCrm(text, message ?? '', details)
    : new VendorError(text, details)
}
