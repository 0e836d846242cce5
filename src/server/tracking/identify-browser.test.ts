import { expect, it } from 'vitest'
import { unknownDevice } from '#contract/device.ts'
import { identifyBrowser } from './identify-browser.ts'

const phone = { ...unknownDevice, category: 'Mobile' as const }

it('gives one id wherever user agent and device are the same, and another where one of them differs', () => {
  const { id } = identifyBrowser('A', phone)
  expect(identifyBrowser('A', phone).id).toBe(id)
  expect(identifyBrowser('A', { ...phone }).id).toBe(id)
  const others = [
    identifyBrowser('B', phone),
    identifyBrowser(undefined, phone),
    identifyBrowser('A', unknownDevice),
  ]
  expect(new Set([id, ...others.map((other) => other.id)]).size).toBe(4)
  expect(others[0]).toMatchObject({ user_agent: 'B', device: phone })
  expect(identifyBrowser('A', phone)).toEqual({ id, user_agent: 'A', device: phone })
})
