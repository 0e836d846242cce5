import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('an error of the database keeps its code alone, and one of the system what it says, however long its code is', async () => {
  const ofDatabase = Object.assign(new Error('Key (email)=(a@example.com) already exists'), { code: '23505' })
  expect(describeError(ofDatabase)).toMatchObject({ message: 'database error 23505', code: '23505' })
  const said = 'EROFS: read-only file system, open'
  const ofSystem = Object.assign(new Error(said), { code: 'EROFS', errno: -30, syscall: 'open' })
  expect(describeError(ofSystem)).toMatchObject({ message: said, code: 'EROFS' })
  const missing = await readFile('/no/such/file').catch((error: unknown) => error)
  expect(describeError(missing)).toMatchObject({
    code: 'ENOENT',
    message: expect.stringContaining('no such'),
  })
})
