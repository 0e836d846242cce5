import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { answerToError as crmError } from '#server/integrations/vendors/gohighlevel/answer-to-error.ts'
import { answerToError as metaError } from '#server/integrations/vendors/meta/answer-to-error.ts'
import { createVoiceWebhook } from '#server/integrations/vendors/voice-webhook/voice-webhook.ts'
import { isAddressWrong } from './is-address-wrong.ts'
import { refusesToken } from './refuses-token.ts'

const ofCrm = (status: number) =>
  crmError({
    ...{ task: 'save the contact', status, body: { message: 'No.' }, retryAfterMs: 0 },
    ...{ aboutContact: false, personal: [] },
  }).message
const ofMeta = (status: number, code: number) =>
  metaError({ status, body: { error: { message: 'No.', code } }, token: 'EAA' }).message

async function ofVoice(status: number): Promise<string> {
  const http = createServer((_request, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is an object, never a pipe's name.
  const { port } = http.address() as AddressInfo
  const agent = createVoiceWebhook({
    ...{ url: `http://127.0.0.1:${port}`, secret: 's'.repeat(16), clock: { now: () => new Date() } },
  })
  const call = {
    ...{ callRequestId: 'c', leadId: 'l', name: 'Ada', phone: '+12025550143', email: '', timezone: null },
    ...{ page: null, attribution: { source: null, campaign: null }, requestedAt: new Date() },
  }
  const said = await agent.requestCall(call).then(
    () => 'taken',
    (error: Error) => error.message,
  )
  http.closeAllConnections()
  http.close()
  return said
}

test('an address that is not the vendor’s is told from a vendor that does not answer', async () => {
  for (const status of [301, 404, 410]) {
    expect(isAddressWrong(await ofVoice(status))).toBe(true)
    expect(refusesToken(await ofVoice(status))).toBe(false)
  }
  for (const status of [401, 403, 422, 429, 500]) expect(isAddressWrong(await ofVoice(status))).toBe(false)
  expect(isAddressWrong(ofCrm(500))).toBe(false)
  expect(isAddressWrong(null)).toBe(false)
})

test('a token that is turned away is told from a vendor that does not answer', async () => {
  for (const status of [401, 403]) {
    expect(refusesToken(ofCrm(status))).toBe(true)
    expect(refusesToken(await ofVoice(status))).toBe(true)
  }
  expect(refusesToken(ofMeta(400, 190))).toBe(true)
  for (const status of [500, 502, 429]) {
    expect(refusesToken(ofCrm(status))).toBe(false)
    expect(refusesToken(await ofVoice(status))).toBe(false)
  }
  expect(refusesToken(ofMeta(500, 1))).toBe(false)
  expect(refusesToken('The CRM could not be reached.')).toBe(false)
  expect(refusesToken(null)).toBe(false)
})
