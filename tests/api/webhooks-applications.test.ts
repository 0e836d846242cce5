import { afterAll, beforeAll, expect } from 'vitest'
import { ordinaryTest, thoroughTest } from '#support/share-of.ts'
import { formResponse } from '#support/webhook-bodies.ts'
import { runWebhookProduct, type WebhookProduct } from '#support/webhook-product.ts'
import { typeformCall } from '#support/webhook-senders.ts'

let product: WebhookProduct
beforeAll(async () => {
  product = await runWebhookProduct()
})
afterAll(() => product?.end())

const submittedAt = '2026-11-20T10:00:00.000Z'
const VH01 = 'VH01 - Lead'
const VH03 = 'VH03 - Filled Application'
const joinOf = async (token: string) => {
  const [row] = await product.query(
    `select lead.email, external.joined_by, (select count(*)::integer from person_links link
        where link.value = external.id::text and link.kind = 'application' and link.person_id = lead.person_id) as links
      from external_events external left join leads lead on lead.id = external.lead_id where external.key = $1`,
    [token],
  )
  return [row?.email, row?.joined_by, row?.links]
}
const apply = (token: string, more: Partial<Parameters<typeof formResponse>[0]>) =>
  typeformCall(formResponse({ token, submittedAt, ...more }))
const executions = (email: string) =>
  product.query(
    `select tag.id from lead_tags tag join leads lead on lead.id = tag.lead_id
      where lead.email = $1 and tag_name = $2`,
    [email, VH03],
  )

ordinaryTest('is kept with its answers and tags its lead, found by email', async () => {
  await product.lead('ada@example.com', '202-555-0101')
  await product.tell(
    apply('t1', {
      email: 'Ada@Example.com',
      hidden: { utm_source: 'ig', utm_campaign: 'spring', first_name: 'Ada' },
    }),
  )
  expect(await joinOf('t1')).toEqual(['ada@example.com', 'email', 1])
  expect(await product.tagsOf('ada@example.com')).toEqual([VH01, VH03])
  const [application] = await product.query("select * from applications where token = 't1'")
  expect(application?.answers).toEqual([
    { question: 'What do you want to build?', answer: 'A booking app for vets' },
    { question: 'What can you invest?', answer: '$5,000' },
    { question: 'Can you start this month?', answer: 'Yes' },
    { question: 'Your email', answer: 'Ada@Example.com' },
  ])
  expect(application?.attribution).toEqual({ utm_source: 'ig', utm_campaign: 'spring' })
})

ordinaryTest('counts once with the browser’s claim, whichever comes first', async () => {
  const claim = { email: 'first@example.com', page: '/thankyoucall' }
  const first = await product.lead('first@example.com', '202-555-0102')
  await first.post('/api/process-typeform-completion', claim)
  await product.tell(apply('t2', { email: 'first@example.com' }))
  const second = await product.lead('second@example.com', '202-555-0103')
  await product.tell(apply('t3', { email: 'second@example.com' }))
  await second.post('/api/process-typeform-completion', { ...claim, email: 'second@example.com' })
  await second.post('/api/leads/application-confirmation', { fingerprint: 1, page: '/thankyoucall' })
  for (const email of ['first@example.com', 'second@example.com']) {
    expect(await product.tagsOf(email)).toEqual([VH01, VH03])
    expect(await executions(email)).toHaveLength(1)
  }
})

ordinaryTest('is one application, however often its vendor tells it under other event ids', async () => {
  await product.lead('again@example.com', '202-555-0104')
  await product.tell(
    apply('t4', { email: 'again@example.com', eventId: 'e1' }),
    apply('t4', { email: 'again@example.com', eventId: 'e2' }),
  )
  expect(await product.query("select 1 from applications where token = 't4'")).toHaveLength(1)
  expect(await executions('again@example.com')).toHaveLength(1)
  const skipped = await product.query(
    `select 1 from auto_tag_logs log join leads lead on lead.id = log.lead_id
      where lead.email = 'again@example.com' and log.tag_name = $1 and log.status = 'skipped'`,
    [VH03],
  )
  expect(skipped).toEqual([])
})

ordinaryTest(
  'finds its lead by phone, by an id that travelled along, and by the email the form was opened with',
  async () => {
    await product.lead('byphone@example.com', '202-555-0105')
    await product.lead('byid@example.com', '202-555-0106')
    await product.lead('opened@example.com', '202-555-0107')
    await product.tell(
      apply('t5', { email: 'work@firm.example', phone: '+12025550105' }),
      apply('t6', {
        email: 'work2@firm.example',
        hidden: { lead_id: await product.leadIdOf('byid@example.com') },
      }),
      apply('t7', { email: 'work3@firm.example', hidden: { email: 'opened@example.com' } }),
    )
    expect(await joinOf('t5')).toEqual(['byphone@example.com', 'phone', 1])
    expect(await joinOf('t6')).toEqual(['byid@example.com', 'reference', 1])
    expect(await joinOf('t7')).toEqual(['opened@example.com', 'reference', 1])
    const byPhone = await (await product.owner()).get('/api/applications?range=all&q=work@firm.example')
    expect(byPhone.body).toMatchObject([
      { email: 'work@firm.example', phone: '+12025550105', phoneText: '(202) 555-0105' },
    ])
  },
)

ordinaryTest('of a phone that two people share is nobody’s until the email is captured', async () => {
  await product.lead('ann@example.com', '202-555-0108')
  await product.lead('ben@example.com', '202-555-0108')
  await product.tell(apply('t8', { email: 'cat@example.com', phone: '+12025550108' }))
  expect(await joinOf('t8')).toEqual([null, null, 0])
  await product.lead('cat@example.com', '202-555-0109')
  expect(await joinOf('t8')).toEqual(['cat@example.com', 'email', 1])
  expect(await product.tagsOf('cat@example.com')).toEqual([VH01, VH03])
  expect(await product.tagsOf('ann@example.com')).toEqual([VH01])
})

ordinaryTest(
  'under another email is joined through the browser that claimed it, before or after',
  async () => {
    const before = await product.lead('before@example.com', '202-555-0110')
    await before.post('/api/process-typeform-completion', { email: 'b2@example.com', page: '/thankyoucall' })
    expect(await product.tagsOf('before@example.com')).toEqual([VH01])
    await product.tell(apply('t9', { email: 'b2@example.com' }))
    expect(await joinOf('t9')).toEqual(['before@example.com', 'visitor', 1])
    expect(await product.tagsOf('before@example.com')).toEqual([VH01, VH03])

    const after = await product.lead('after@example.com', '202-555-0111')
    await product.tell(apply('t10', { email: 'a2@example.com' }))
    expect(await joinOf('t10')).toEqual([null, null, 0])
    await after.post('/api/process-typeform-completion', { email: 'a2@example.com', page: '/thankyoucall' })
    expect(await joinOf('t10')).toEqual(['after@example.com', 'visitor', 1])
    expect(await product.tagsOf('after@example.com')).toEqual([VH01, VH03])
  },
)

ordinaryTest('of an email that two browsers claimed is nobody’s', async () => {
  for (const [email, phone] of [
    ['one@example.com', '202-555-0112'],
    ['two@example.com', '202-555-0113'],
  ] as const) {
    const browser = await product.lead(email, phone)
    await browser.post('/api/process-typeform-completion', { email: 'x@example.com', page: '/thankyoucall' })
  }
  await product.tell(apply('t11', { email: 'x@example.com' }))
  expect(await joinOf('t11')).toEqual([null, null, 0])
})

thoroughTest(
  'a capture and the application of the same email at the same moment find each other',
  async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `race${round}@example.com`
      await Promise.all([
        product.lead(email, `202-555-02${10 + round}`),
        product.tell(apply(`race${round}`, { email })),
      ])
      await product.settled()
      expect(await joinOf(`race${round}`)).toEqual([email, 'email', 1])
      expect(await product.tagsOf(email)).toEqual([VH01, VH03])
    }
  },
)

thoroughTest(
  'a claim and the application of the same other email at the same moment find each other',
  async () => {
    for (let round = 0; round < 8; round += 1) {
      const browser = await product.lead(`claims${round}@example.com`, `202-555-03${10 + round}`)
      const email = `claimed${round}@example.com`
      await Promise.all([
        browser.post('/api/process-typeform-completion', { email, page: '/thankyoucall' }),
        product.tell(apply(`claim${round}`, { email })),
      ])
      await product.settled()
      expect(await joinOf(`claim${round}`)).toEqual([`claims${round}@example.com`, 'visitor', 1])
    }
  },
)

ordinaryTest('that is not finished means nothing yet', async () => {
  const partial = { ...formResponse({ token: 't12', submittedAt }), event_type: 'form_response_partial' }
  await product.tell(typeformCall(partial))
  expect(await joinOf('t12')).toEqual([undefined, undefined, undefined])
})
