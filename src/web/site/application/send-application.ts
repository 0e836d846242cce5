import type { z } from 'zod'
import type { ApplicationInput } from '#contract/application.ts'
import type { RefusalBody } from '#contract/refusal-codes.ts'
import { attributionOfRecord } from '#web/site/browser/attribution-record.ts'
import { post } from '#web/site/browser/call.ts'
import { deviceReport, deviceTypeOf } from '#web/site/browser/device-report.ts'
import { visitorRecord } from '#web/site/browser/visitor-record.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'

type Sent = Pick<
  z.input<typeof ApplicationInput>,
  'responseId' | 'version' | 'page' | 'answers' | 'website' | 'consentVersion' | 'callConsent' | 'elapsed'
>

/**
 * Where a sent application leads, and whether another was sent under its id before; if it was not taken, which answers the
 * server objects to. It is answered where it was refused: nothing of it is stored.
 */
export type Outcome =
  | { next: string; isOther: boolean }
  | { next?: undefined; fields: Record<string, string>; message: string; isAnswered: boolean }

/** Sends a whole application with what brought its visitor. */
export async function sendApplication(sent: Sent): Promise<Outcome> {
  const record = visitorRecord()
  const application = {
    ...sent,
    ...visitLeave(),
    ...deviceReport(),
    ...attributionOfRecord(record, 'snake'),
    landing_page: record.landingPath,
    device_type: deviceTypeOf(innerWidth),
  } satisfies z.input<typeof ApplicationInput>
  const answer = await post('/api/application', application)
  const body: Partial<RefusalBody> & { next?: string; isOther?: boolean } = await answer
    .json()
    .catch(() => ({}))
  if (answer.ok && body.next) return { next: body.next, isOther: body.isOther === true }
  return {
    fields: body.fields ?? {},
    message: answer.status === 429 ? (body.error ?? '') : '',
    isAnswered: answer.status < 500,
  }
}
