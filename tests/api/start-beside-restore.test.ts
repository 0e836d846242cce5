import { expect, onTestFinished, test } from 'vitest'
import { lookAtTarget } from '#server/backup/restore-backup.ts'
import { pauseOthers } from '#server/platform/pause-others.ts'
import { waitFor } from '#support/eventually.ts'
import { runProduct } from '#support/running-product.ts'

test('a process that starts while another one restores waits for that, and is not in its way', async () => {
  const first = await runProduct()
  onTestFinished(() => first.end())
  await first.stop()
  const connection = { connectionString: first.databaseUrl }
  // As the process that restores does it.
  const comeBack = await pauseOthers(connection)
  onTestFinished(comeBack)
  const said: string[] = []
  const starting = runProduct({ databaseUrl: first.databaseUrl, say: (line) => said.push(line) })
  onTestFinished(async () => (await starting).end())
  const sentence = 'Database: another process restores a backup into it; waiting for that.'
  await waitFor('the start to wait', () => said.includes(sentence))
  // Whoever waits stays; those of the one that was stopped may take a while to go.
  expect(await lookAtTarget(connection, 30_000)).toBe('ours')
  await comeBack()
  const next = await starting
  expect((await next.browser().get('/readyz')).status).toBe(200)
})
