import { killRounds } from './kill-rounds.ts'

/*
 * `npm run test:kill -- 30`: as many rounds as asked of load, kill and restart, one line each; a second number is
 * the seed of an earlier run. Exits 1 when an acknowledged write was lost or doubled or a number is wrong.
 */
const wanted = Number(process.argv[2] ?? 5)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32)
if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(seed)) {
  console.error('Say how many rounds: npm run test:kill -- 30 [seed]')
  process.exit(2)
}

console.log(`${wanted} rounds, 16 clients, seed ${seed}\n`)
console.log('round   killed after   acknowledged   repeated   restart   compared   problems')
const rounds = await killRounds({
  rounds: wanted,
  seed,
  onRound({ round, killedAfterMs, acknowledged, repeated, restartMs, compared, problems }) {
    const cells = [
      `${killedAfterMs} ms`.padStart(14),
      `${acknowledged}`.padStart(14),
      `${repeated}`.padStart(10),
    ]
    cells.push(`${restartMs} ms`.padStart(9), `${compared}`.padStart(10), `${problems.length}`.padStart(10))
    console.log(`${String(round).padStart(5)} ${cells.join(' ')}`)
    for (const problem of problems.slice(0, 20)) console.log(`      ${problem}`)
  },
})
const problems = rounds.flatMap((round) => round.problems)
const acknowledged = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
console.log(`\n${acknowledged} writes acknowledged before a kill; ${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)
