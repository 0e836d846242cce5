const QUESTION = /^apply\.questions\.\d+$/
const ENDING = /^apply\.endings\.\d+$/
const CONDITIONS = /^apply\.(questions\.\d+\.onlyIf|endings\.\d+\.when)$/

/**
 * Whether a field belongs to a question as it is: only choices have answers to choose from and offer something else,
 * which has a name only where it is offered; only scales have ends.
 */
export function isAskedOf(
  path: string,
  { kind, other }: { kind: unknown; other: unknown },
  key: string,
): boolean {
  // Said beside the conditions themselves.
  if (key === 'match' && (QUESTION.test(path) || ENDING.test(path))) return false
  if (!QUESTION.test(path)) return true
  const isChoice = kind === 'choice' || kind === 'several'
  if (key === 'options' || key === 'other') return isChoice
  if (key === 'otherLabel') return isChoice && other === true
  if (['low', 'high', 'lowText', 'highText'].includes(key)) return kind === 'scale'
  return true
}

/** Whether a list of the content holds conditions on earlier answers. */
export const holdsConditions = (path: string): boolean => CONDITIONS.test(path)
