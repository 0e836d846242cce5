import { explainStart } from './explain-start.ts'
import { describeError } from './platform/log.ts'

/** Says why a command or a start failed, in its sentence where there is one. What the database quotes of rows is left out. */
export function tellFailure(error: unknown): void {
  const known = explainStart(error)
  console.error(typeof known === 'string' ? known : describeError(known))
}
