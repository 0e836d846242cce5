import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'

// A random moment is one of many: `npm run test:long -- --full` tries more of them.
const rounds = Number(process.env.KILL_ROUNDS || 3)

test(
  'a server killed at random moments under load loses and doubles nothing that it acknowledged',
  async () => {
    const seed = Date.now() % 2 ** 32
    console.log(`kill rounds with seed ${seed}`)
    const done = await killRounds({ rounds, seed })
    expect(
      done.flatMap(({ problems }) => problems),
      `seed ${seed}`,
    ).toEqual([])
    expect(done.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(100)
  },
  120_000 + rounds * 60_000,
)
