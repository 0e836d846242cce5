import { expect, it, test } from 'vitest'
import { warnOfRoot } from './warn-of-root.ts'

const said = (userId: number | undefined) => {
  const lines: string[] = []
  warnOfRoot((line) => lines.push(line), userId)
  return lines
}

test('a start as root says so in one line that tells what to do', () => {
  expect(said(0)).toHaveLength(1)
  expect(said(0)[0]).toMatch(/^Warning: this server runs as root.*Start it from an ordinary account/)
})

it.each([1000, 65_534])('user %s hears nothing', (userId) => expect(said(userId)).toEqual([]))
