import type { Database } from '#server/platform/database.ts'
import { type Days, dayAfter, inHalves, SETTLES_DAYS } from './days-to-read.ts'
import { keepReading, leaveOut, type Reading } from './reading-store.ts'

type Turn = { database: Database; turn: string }

/** Asks for fewer days where the first ones are too much at once; goes on without a day that is too much by itself. */
export async function askForFewer(turn: Turn, { todo, refused }: Reading, today: string): Promise<void> {
  const fewer = inHalves(todo)
  const [day, ...rest] = todo
  if (fewer) await keepReading(turn.database, turn.turn, { todo: fewer })
  else if (day) await goOnWithout(turn, day, { todo: rest, refused }, today)
}

/**
 * Asks anew for the first days, whose report came to nothing: for fewer of them, or once more for a single one after today;
 * true where that was done and reading goes on without it.
 */
export async function askAnewOrGiveUp(turn: Turn, reading: Reading, today: string): Promise<boolean> {
  const [next] = reading.todo
  const fewer = inHalves(reading.todo)
  if (next && !fewer && next.to < today) return giveUpAfterToday(turn, reading, today)
  await keepReading(turn.database, turn.turn, { todo: fewer ?? reading.todo })
  return false
}

/**
 * Goes on without the first days if they were refused before today was read as well, and returns true; else puts today before
 * them. Where everything is refused they are as well, and none to give up.
 */
export async function giveUpAfterToday(
  turn: Turn,
  { todo, refused }: Reading,
  today: string,
): Promise<boolean> {
  const [next, ...rest] = todo
  if (next && refused?.to === next.to) {
    await goOnWithout(turn, next, { todo: rest }, today)
    return true
  }
  await keepReading(turn.database, turn.turn, { todo: [{ from: today, to: today }, ...todo], refused: next })
  return false
}

async function goOnWithout(
  { database, turn }: Turn,
  days: Days,
  reading: Reading,
  today: string,
): Promise<void> {
  // What the next night asks for again is nothing that the owner has to bring.
  if (days.to > dayAfter(today, -SETTLES_DAYS)) await keepReading(database, turn, reading)
  else await leaveOut(database, turn, days, reading.todo)
}
