import { expect, test } from 'vitest'
import { createWorkLog } from './work-log.ts'

test('that the last run failed is told until one goes well, and when it failed after that', async () => {
  let seconds = 0
  const work = createWorkLog({ now: () => new Date(Date.UTC(2026, 10, 18, 12, 0, ++seconds)) })
  const fail = async () => {
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
  }
  await expect(work.run('look', fail)).rejects.toThrow('no room')
  const [failed] = work.notes()
  expect(failed).toMatchObject({ failure: 'Error ENOSPC', lastFailedAt: failed?.lastRunAt })
  expect(await work.run('look', async () => 'seen')).toBe('seen')
  const [done] = work.notes()
  expect(done).toMatchObject({ failure: 'Error ENOSPC', lastFailedAt: failed?.lastRunAt })
  expect(done?.lastRunAt).not.toBe(done?.lastFailedAt)
})
