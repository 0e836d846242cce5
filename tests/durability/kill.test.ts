import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'

test('a server killed at random moments under load loses and doubles nothing that it acknowledged', async () => {
  const seed = Date.now() % 2 ** 32
  console.log(`kill rounds with seed ${seed}`)
  const rounds = await killRounds({ rounds: 3, seed })
  expect(
    rounds.flatMap(({ problems }) => problems),
    `seed ${seed}`,
  ).toEqual([])
  expect(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(100)
}, 120_000)
