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
 * Where a sent application leads; if it was not taken, which answers the server objects to. It is answered where it was
 * refused: nothing of it is stored.
 */
export type Outcome =
  | { next: string }
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
  const body: Partial<RefusalBody> & { next?: string } = await answer.json().catch(() => ({}))
  if (answer.ok && body.next) return { next: body.next }
  return {
    fields: body.fields ?? {},
    message: answer.status === 429 ? (body.error ?? '') : '',
    isAnswered: answer.status < 500,
  }
}
