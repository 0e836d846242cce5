import { expect, it } from 'vitest'
import { unknownDevice } from '#contract/device.ts'
import { browserOf } from './browser-id.ts'

const phone = { ...unknownDevice, category: 'Mobile' as const }

it('gives one id wherever user agent and device are the same, and another where one of them differs', () => {
  const { id } = browserOf('A', phone)
  expect(browserOf('A', phone).id).toBe(id)
  expect(browserOf('A', { ...phone }).id).toBe(id)
  const others = [browserOf('B', phone), browserOf(undefined, phone), browserOf('A', unknownDevice)]
  expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(4)
  expect(others[0]).toMatchObject({ user_agent: 'B', device: phone })
  expect(browserOf('A', phone)).toEqual({ id, user_agent: 'A', device: phone })
})
