import { z } from 'zod'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { VENDOR } from './settings.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
    fbtrace_id: z.string().optional().catch(undefined),
  }),
})

type MetaError = z.output<typeof ErrorBody>['error']

// Those from 80000 on are the limits of one business; 368 is a block for a while.
const isThrottled = (code: number): boolean =>
  [4, 17, 32, 341, 368, 613].includes(code) || (code >= 80_000 && code <= 80_014)
// Meta keeps a range for permissions, one number each; what the app may not do at all is 3.
const isOfToken = (code: number): boolean => [3, 10, 102, 190].includes(code) || (code >= 200 && code <= 299)
// "Does not exist, or not for this token": a wrong pixel id would otherwise park every event one by one.
const NO_SUCH_PIXEL = 33
const TOO_LITTLE = 2_804_050

/** What Meta's answers without success can mean. */
type AnswerKind = Extract<
  VendorErrorKind,
  'vendor-fault' | 'rate-limited' | 'refused-credentials' | 'invalid-request'
>

function kindOf(status: number, error: MetaError | undefined): AnswerKind {
  if (status === 429 || (error && isThrottled(error.code))) return 'rate-limited'
  if (status === 401 || status === 403) return 'refused-credentials'
  if (error && (isOfToken(error.code) || error.error_subcode === NO_SUCH_PIXEL)) return 'refused-credentials'
  // A proxy's page, a server's trouble, or what says of itself that it will pass.
  if (!error || status < 400 || status >= 500 || error.is_transient || error.code <= 2) return 'vendor-fault'
  return 'invalid-request'
}

const sentences: Record<AnswerKind, string> = {
  'vendor-fault': 'could not take the events now',
  'rate-limited': 'allows no more calls for now',
  'refused-credentials': 'does not accept the access token or the pixel id',
  'invalid-request': 'refused an event',
}

/** Reads an unsuccessful answer of Meta into the error to throw. What decides is the code, never the type's name. */
export function answerToError(answer: {
  status: number
  /** The parsed body; undefined when it was not JSON. */
  body: unknown
  token: string
  /** What it could not do, where it was not to take events. */
  sentences?: Record<AnswerKind, string>
}): VendorError {
  const error = ErrorBody.safeParse(answer.body).data?.error
  const kind = kindOf(answer.status, error)
  // With letters before it, so that it is not taken for a phone number and masked.
  const codes = error
    ? `code ${error.code}${error.error_subcode === undefined ? '' : `/sub${error.error_subcode}`}`
    : `status ${answer.status}`
  const said =
    error?.error_subcode === TOO_LITTLE
      ? 'Too little is known about the person'
      : // Meta repeats a malformed token in its message.
        error?.message
          .replaceAll(answer.token, '[token]')
          .replace(/\bEAA\w+/g, '[token]')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 300)
  const text =
    `${VENDOR} ${(answer.sentences ?? sentences)[kind]} (${codes})${said ? `: ${said}` : ''}`.replace(
      /\.?$/,
      '.',
    )
  const isOfPixel = kind === 'refused-credentials' && error?.error_subcode === NO_SUCH_PIXEL
  return new VendorError(text, {
    vendor: VENDOR,
    kind,
    ...(isOfPixel && { access: 'location' }),
    status: answer.status,
    traceId: error?.fbtrace_id,
  })
}
