import { expect, test } from 'vitest'
import { runProduct } from '#support/running-product.ts'
import { sendJson } from '#support/send-json.ts'
import { shareOf } from '#support/share-of.ts'

const cases: { where: string; environment: Record<string, string>; status: number }[] = [
  { where: 'on this machine alone', environment: {}, status: 200 },
  { where: 'on every address', environment: { HOST: '0.0.0.0' }, status: 422 },
  {
    where: 'on every address under a local name',
    environment: { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
    status: 422,
  },
  {
    where: 'on this machine for a proxy',
    environment: { HOST: '127.0.0.1', PUBLIC_URL: 'https://coach.example' },
    status: 422,
  },
]

test.each(shareOf(cases, 2))(
  'a webhook to this very machine, where the server listens $where: $status',
  async ({ environment, status }) => {
    const product = await runProduct({ environment })
    try {
      const owner = await product.owner()
      const webhook = { webhookUrl: 'http://127.0.0.1:9/hook' }
      expect((await sendJson(owner, 'PUT', '/api/alerts/settings', webhook)).status).toBe(status)
    } finally {
      await product.end()
    }
  },
)
