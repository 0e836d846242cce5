import type { z } from 'zod'
import { answerText } from '#server/integrations/answer-text.ts'
import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'
import { EndlessAnswer, whyNoAnswer } from '#server/integrations/why-no-answer.ts'
import type { Allowance } from './allowance.ts'
import { answerToError } from './answer-to-error.ts'
import { type GoHighLevelSettings, VENDOR } from './settings.ts'

/** One call to the CRM. */
type CrmCall<Answer> = {
  /** What it does, as it stands after "could not", e.g. `save the contact`. */
  task: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Starts with a slash; ids in it are encoded. */
  path: string
  body?: object
  answer: z.ZodType<Answer>
  /** True when the path names a contact, which may have been deleted. */
  aboutContact?: boolean
  /** Personal values in the body, masked in errors. */
  personal?: string[]
}

/** Makes one call and returns the checked answer, or throws a `VendorError`. */
export type SendRequest = <Answer>(call: CrmCall<Answer>) => Promise<Answer>

function whyUnreachable(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed'
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof EndlessAnswer) return 'its answer has no end'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return code ? `the connection failed (${code})` : 'the connection failed'
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A sender for one sub-account: headers, time limit, allowance and errors are the same for every call. */
export function createRequest(settings: GoHighLevelSettings, allowance: Allowance): SendRequest {
  const { token, version = '2021-07-28', timeoutMs = 10_000 } = settings
  const send = settings.fetch ?? fetch
  const base = settings.baseUrl.replace(/\/+$/, '')

  const notDone = (kind: VendorErrorKind, task: string, why: string, status?: number) =>
    new VendorError(`${VENDOR} could not ${task}: ${why}.`, { vendor: VENDOR, kind, status })

  return async (call) => {
    allowance.check()
    await settings.sharedAllowance?.take()
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      version,
      accept: 'application/json',
    }
    if (call.body) headers['content-type'] = 'application/json'

    let response: Response
    let text: string
    try {
      response = await send(base + call.path, {
        method: call.method,
        headers,
        body: call.body && JSON.stringify(call.body),
        // A redirect would carry personal data to an address nobody configured.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await answerText(response)
    } catch (error) {
      throw notDone(whyNoAnswer(error).kind, call.task, whyUnreachable(error))
    }

    const { status } = response
    const retryAfterMs = allowance.learn(status, response.headers)
    await settings.sharedAllowance?.learn(response.headers, retryAfterMs)
    const body = parsed(text)
    if (!response.ok) {
      throw answerToError({
        task: call.task,
        status,
        body,
        retryAfterMs,
        aboutContact: call.aboutContact ?? false,
        personal: call.personal ?? [],
      })
    }
    const answer = call.answer.safeParse(body)
    if (!answer.success) throw notDone('vendor-fault', call.task, 'its answer could not be read', status)
    return answer.data
  }
}
