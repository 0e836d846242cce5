import { Agent, get, type IncomingMessage } from 'node:http'
import { constants, setPriority } from 'node:os'

/*
 * Players of one film, in a process of their own, each with a connection of its own. Each does as a browser does: it
 * asks for the film from a place on, takes what it reads ahead as fast as it comes and the rest at the film's own
 * pace, and every some seconds jumps somewhere else, which ends its request in the middle.
 */
const [address = '', players = '50', size = '0', pace = '625000'] = process.argv.slice(2)
const SIZE = Number(size)
const BYTES_A_SECOND = Number(pace)
const READ_AHEAD = 4 * 1024 * 1024
// A browser takes the next stretch in one go once it has played as much.
const STRETCH = 1024 * 1024
const JUMP_AFTER_MS = 16_000
// They stand for fifty other machines, and are to take this one's processor from nobody.
setPriority(constants.priority.PRIORITY_LOW)

let bytes = 0
let failed = 0
let isOver = false

function play(player: number): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let turn = 0
  const next = (): void => {
    if (isOver) return
    // Spread over the whole film, and the same in every run.
    const from = (player * 7_919_123 + turn * 104_729_377) % (SIZE - READ_AHEAD)
    turn += 1
    let current: IncomingMessage | undefined
    const asking = get(address, { agent, headers: { range: `bytes=${from}-` } }, (answer) => {
      if (answer.statusCode !== 206) failed += 1
      current = answer
      watch(answer)
    })
    asking.on('error', () => {})
    asking.on('close', () => setTimeout(next, 50))
    setTimeout(
      () => (current ?? asking).destroy(),
      JUMP_AFTER_MS * (0.6 + ((player * 37 + turn * 11) % 80) / 100),
    )
  }
  setTimeout(next, player * 20)
}

function watch(answer: IncomingMessage): void {
  const began = Date.now()
  let got = 0
  let wanted = READ_AHEAD
  answer.on('data', (piece: Buffer) => {
    got += piece.length
    bytes += piece.length
    if (got < wanted) return
    answer.pause()
    wanted = got + STRETCH
    const playedAt = ((wanted - READ_AHEAD) / BYTES_A_SECOND) * 1000
    setTimeout(() => answer.resume(), Math.max(0, playedAt - (Date.now() - began)))
  })
  answer.on('error', () => {})
}

for (let player = 0; player < Number(players); player += 1) play(player)
process.on('message', () => {
  isOver = true
  process.send?.({ bytes, failed, cpu: process.cpuUsage() })
  process.exit(0)
})
process.on('disconnect', () => process.exit(0))
