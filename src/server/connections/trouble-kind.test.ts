import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { postOutside } from '#server/integrations/post-outside.ts'
import { answerToError as crmError } from '#server/integrations/vendors/gohighlevel/answer-to-error.ts'
import { answerToError as metaError } from '#server/integrations/vendors/meta/answer-to-error.ts'
import { answerToError as voiceError } from '#server/integrations/vendors/voice-webhook/answer-to-error.ts'
import { systemClock } from '#server/platform/clock.ts'
import { troubleKind } from './trouble-kind.ts'

const ofCrm = (status: number, body: unknown = { message: 'No.' }) =>
  crmError({
    ...{ task: 'save the contact', status, body, retryAfterMs: 0 },
    ...{ aboutContact: false, personal: [] },
  }).message
const ofMeta = (status: number, error?: { message: string; code: number }) =>
  metaError({ status, body: error && { error }, token: 'EAA' }).message

async function ofWebhook(status: number): Promise<string> {
  const http = createServer((_request, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = http.address() as AddressInfo
  const outside = { allowsLoopback: true, clock: systemClock }
  const said = await postOutside(`http://127.0.0.1:${port}`, {}, 'id', outside).catch(
    (error: Error) => error.message,
  )
  http.closeAllConnections()
  http.close()
  return said ?? 'taken'
}

test('a vendor that takes nothing for now is told from one in trouble', async () => {
  for (const said of [
    ofCrm(429),
    ofMeta(400, { message: 'Limit reached.', code: 4 }),
    ofMeta(429),
    voiceError(429, undefined).message,
    await ofWebhook(429),
    'The mail server takes no mail from our sender address (ALERT_FROM): 553 5.7.1 no (status 553).',
  ])
    expect([said, troubleKind(said)]).toEqual([said, 'refusing'])
})

test('a vendor that answers with trouble of its own is told from one that does not answer', async () => {
  for (const said of [
    ofCrm(500),
    ofCrm(503, undefined),
    ofMeta(500, { message: 'Unknown.', code: 1 }),
    ofMeta(502),
    voiceError(503, undefined).message,
    await ofWebhook(500),
    'The webhook could not be reached: its answer made no sense (HPE_INVALID_CONSTANT).',
    'The CRM could not save the contact: its answer could not be read.',
    'The mail server did not take the mail: 451 4.3.0 try again later (status 451).',
  ])
    expect([said, troubleKind(said)]).toEqual([said, 'own-trouble'])
})

test('a vendor without an answer is unreachable, and what failed here is not the vendor’s', () => {
  for (const said of [
    'The CRM could not save the contact: the connection failed (ECONNREFUSED).',
    'The webhook could not be reached: no answer in time.',
    'The mail server could not be reached, or hung up (ESOCKET).',
    null,
  ])
    expect(troubleKind(said)).toBe('unreachable')
  for (const said of [
    'The delivery could not be worked off on our side.',
    'The alert failed on our side.',
    'The call failed on our side.',
  ])
    expect(troubleKind(said)).toBe('our-side')
})
