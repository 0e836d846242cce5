const QUESTION = /^apply\.questions\.\d+$/
const ENDING = /^apply\.endings\.\d+$/
const CONDITIONS = /^apply\.(questions\.\d+\.onlyIf|endings\.\d+\.when)$/

/** Whether a field belongs to a question of its kind: only choices have answers to choose from, only scales have ends. */
export function isAskedOf(path: string, kind: unknown, key: string): boolean {
  // Said beside the conditions themselves.
  if (key === 'match' && (QUESTION.test(path) || ENDING.test(path))) return false
  if (!QUESTION.test(path)) return true
  if (key === 'options') return kind === 'choice' || kind === 'several'
  if (['low', 'high', 'lowText', 'highText'].includes(key)) return kind === 'scale'
  return true
}

/** Whether a list of the content holds conditions on earlier answers. */
export const holdsConditions = (path: string): boolean => CONDITIONS.test(path)
