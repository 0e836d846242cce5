import { variableNames } from './config.ts'
import { keptQuotes } from './config-values.ts'

// Names that begin like these are meant for us; DATA_ or LOG_ are used by many programs.
const PREFIXES = ['ALERT_', 'BACKUP_', 'CAL_', 'GHL_', 'LEADLINE_', 'META_', 'METRICS_', 'OWNER_', 'SMTP_']
const MORE_PREFIXES = ['STRIPE_', 'TYPEFORM_', 'VOICE_']
const SHORT = 8

/**
 * Says of each variable that looks like one of ours and is none that it is not read, with the name that was probably
 * meant; and of a password or secret in quotes that these count. Values are never said.
 */
export function warnOfVariables(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
): void {
  for (const name of keptQuotes(environment))
    say(`Warning: the quotes around the value of ${name} are read as a part of it.`)
  for (const name of Object.keys(environment)) {
    if (variableNames.includes(name)) continue
    const meant = nearest(name)
    if (meant !== undefined) say(`Warning: ${name} is not a variable of Leadline. Did you mean ${meant}?`)
    else if ([...PREFIXES, ...MORE_PREFIXES].some((prefix) => name.startsWith(prefix)))
      say(
        `Warning: ${name} is not a variable of Leadline, and is not read. .env.example names all there are.`,
      )
  }
}

/** Our variable that a name is a slip away from: one letter in a short name, two in a longer one. */
function nearest(name: string): string | undefined {
  const typed = name.toUpperCase()
  return variableNames
    .map((own) => ({ own, slips: slipsBetween(typed, own) }))
    .filter(({ own, slips }) => slips <= (own.length < SHORT ? 1 : 2))
    .sort((one, other) => one.slips - other.slips)[0]?.own
}

/** How many letters were added, left out, changed, or swapped with the next one. */
function slipsBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const slips = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      const line = rows[row]
      if (line) line[column] = slips
    }
  return at(one.length, other.length)
}
