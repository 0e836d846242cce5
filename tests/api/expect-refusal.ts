import { expect } from 'vitest'
import { refusalStatus } from '#contract/refusal-codes.ts'

const refusals = new Set<number>(Object.values(refusalStatus).filter((status) => status < 500))

/** What every refusal has: one of the listed statuses, and a body with one plain sentence and nothing else. */
export function expectRefusal(
  answer: { status: number; text: string },
  what: string,
  statuses: number | number[] = [...refusals],
): void {
  const shown = `${what}: ${answer.status} ${answer.text.slice(0, 300)}`
  expect([statuses].flat(), shown).toContain(answer.status)
  const body: Record<string, unknown> = JSON.parse(answer.text)
  expect(typeof body.error, shown).toBe('string')
  expect(body.error, shown).toMatch(/^[A-Z“'][^\n]{2,200}$/)
  const allowed = answer.status === 422 ? ['error', 'fields'] : ['error']
  expect(
    Object.keys(body).filter((key) => !allowed.includes(key)),
    shown,
  ).toEqual([])
  expect(answer.text, shown).not.toMatch(/node_modules|\bat \/|\.ts:\d|select |insert |ZodError|SQLSTATE/i)
}
