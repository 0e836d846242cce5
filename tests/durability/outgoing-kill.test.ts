import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#support/eventually.ts'
import { freshDatabase } from '#support/fresh-database.ts'
import { startHookServer } from '#support/hook-server.ts'
import { startMailServer } from '#support/mail-server.ts'
import { productWithOptions, startProductProcess } from '#support/product-process.ts'
import { ownerPassword } from '#support/running-product.ts'
import { createBrowser } from '#support/test-browser.ts'
import { aheadToAfternoon } from '#support/voice-product.ts'
import { startVoiceServer } from '#support/voice-server.ts'

const secret = 'voice-secret-0123456789'

test('a process killed while a call, a webhook and a mail are on their way sends none under a second id', async () => {
  // The phone rings in the afternoon.
  const toAfternoon = aheadToAfternoon()
  const [voice, hook, mails, database] = await Promise.all([
    startVoiceServer(secret, () => Date.now() + toAfternoon),
    startHookServer(),
    startMailServer(),
    freshDatabase(),
  ])
  const dataDir = mkdtempSync(join(tmpdir(), 'leadline-outgoing-kill-'))
  const start = (clockAheadMs: number) =>
    startProductProcess(
      {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        OWNER_PASSWORD: ownerPassword,
        VOICE_WEBHOOK_SECRET: secret,
        VOICE_WEBHOOK_URL: voice.url,
        SMTP_URL: mails.url,
        PRODUCT_OPTIONS: JSON.stringify({ retryDelaySeconds: 1, clockAheadMs: toAfternoon + clockAheadMs }),
      },
      productWithOptions,
    )
  // Each process sends one alert at a time.
  const products = [await start(0), await start(0)]
  onTestFinished(async () => {
    for (const product of products) await product.kill()
    await Promise.all([voice.stop(), hook.stop(), mails.stop()])
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const url = products[0]?.url ?? ''
  const owner = createBrowser(url)
  await owner.post('/api/analytics/verify-password', { password: ownerPassword })
  const settings = {
    emailTo: 'coach@example.com',
    emailNewLead: true,
    webhookUrl: hook.url,
    webhookNewLead: true,
  }
  const set = await owner.send('PUT', '/api/alerts/settings', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(set.status).toBe(200)

  // Each vendor takes what it gets and does not say so; then the process is gone.
  await voice.begin('silent-after')
  hook.answerWith('silent-after')
  await mails.failWith('hold')
  const lead = createBrowser(url)
  const details = { name: 'Ada Kern', email: 'ada@example.com', phone: '+12025550143', page: '/meme' }
  expect((await lead.post('/api/capture-lead', { ...details, callConsent: true })).status).toBe(200)
  await lead.post('/api/leads/application-confirmation', { fingerprint: '1', page: '/thankyoucall' })
  await waitFor(
    'all three are out',
    () => voice.calls.length > 0 && hook.taken.length > 0 && mails.taken.length > 0,
  )
  for (const product of products) await product.kill()
  // One that was out long before the last gave up waiting for its answer, and tried again.
  const before = { voice: voice.log.length, hook: hook.log.length, mails: mails.taken.length }
  await voice.recover()
  await hook.recover()
  await mails.recover()

  // It comes back later, when nobody holds the call any more.
  await query("update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active'")
  products.push(await start(60_000))
  await waitFor(
    'everything is noted as sent',
    async () => {
      const open = await query(`select 1 from alerts where state <> 'sent'
        union all select 1 from call_requests where state <> 'sent'`)
      return open.length === 0
    },
    60_000,
  )
  // Once more each, for nobody could know; and each time as the same one.
  expect(voice.log.map(({ isTaken }) => isTaken)).toEqual(Array(before.voice + 1).fill(true))
  expect(new Set(voice.log.map(({ key }) => key)).size).toBe(1)
  expect(voice.calls).toHaveLength(1)
  expect(new Set(hook.log.flatMap(({ key, body }) => [key, body.id])).size).toBe(1)
  expect(hook.log).toHaveLength(before.hook + 1)
  const mailIds = mails.taken.map(({ source }) => /^Message-ID: (<.+>)\r$/im.exec(source)?.[1])
  expect(mailIds).toHaveLength(before.mails + 1)
  expect(new Set(mailIds)).toEqual(new Set([expect.any(String)]))
})
