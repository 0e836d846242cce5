import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { type DemoVoiceAgent, startDemoVoiceAgent } from './voice-agent.ts'

const secrets = { cal: 'a', typeform: 'b', stripe: 'c', voice: 'a secret of both' }
let voice: DemoVoiceAgent
beforeAll(async () => {
  voice = await startDemoVoiceAgent(secrets, createRandom('a call'))
})
afterAll(() => voice?.stop())

async function ask(key: string, secret = secrets.voice): Promise<number> {
  const body = JSON.stringify({ callRequestId: key, leadId: 'lead', phone: '+12025550143' })
  const seconds = Math.floor(Date.now() / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  const headers = { 'x-leadline-signature': `t=${seconds},v1=${digest}`, 'idempotency-key': key }
  return (await fetch(voice.url, { method: 'POST', body, headers })).status
}

it('takes a signed call once, however often it is asked, and an unsigned one never', async () => {
  expect([await ask('one'), await ask('one'), await ask('two'), await ask('three', 'guessed')]).toEqual([
    202, 202, 202, 401,
  ])
  expect(voice.taken()).toBe(2)
})
