import type { z } from 'zod'
import { fieldName } from '#contract/field-names.ts'
import { issueMessage } from '#contract/issue-message.ts'
import { Refusal } from '#server/platform/refusal.ts'

const NAMED_AT_MOST = 3
// More than this nobody reads; a hostile call may have thousands.
const FIELDS_AT_MOST = 100

/** A field at fault: its key in the call, its name for people, and what is wrong with it. */
type FaultyField = { key: string; name: string; words: string }

/** What a schema reads out of a call, or the refusal that names each field at fault and says what it should be. */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value, { error: issueMessage, reportInput: true })
  if (read.success) return read.data
  throw refusedFields(
    read.error.issues.slice(0, FIELDS_AT_MOST).map((issue) => {
      if (issue.path.length === 0) throw new Refusal('malformed', 'The request body must be a JSON object.')
      return { key: issue.path.join('.'), name: fieldName(issue.path), words: wordsOf(issue) }
    }),
  )
}

/**
 * The refusal of fields: of one in its own sentence, of several by their names. Each field's words are a sentence, too;
 * `beside` makes others of them, for a form that has the name in front of them already.
 */
export function refusedFields(
  faults: FaultyField[],
  beside: (name: string, words: string) => string = fieldSentence,
): Refusal {
  const fields = [...new Map(faults.toReversed().map((fault) => [fault.key, fault])).values()].toReversed()
  const [first] = fields
  const message =
    fields.length === 1 && first
      ? fieldSentence(first.name, first.words)
      : `Some fields need another look: ${inARow([...new Set(fields.map(({ name }) => name))])}.`
  return new Refusal('invalid', message, {
    fields: Object.fromEntries(fields.map(({ key, name, words }) => [key, beside(name, words)])),
  })
}

/** A sentence about a field: words such as 'must be text' follow its name, a whole sentence stands for itself. */
const fieldSentence = (name: string, words: string): string =>
  /^\p{Lu}/u.test(words) ? words : `${name} ${words}.`

// A schema has words for a value of the wrong form; of one that is not there they would be odd.
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.input === undefined && issue.code !== 'custom' && !/^\p{Lu}/u.test(issue.message)
    ? 'is missing'
    : issue.message

function inARow(names: string[]): string {
  const shown = names.slice(0, NAMED_AT_MOST)
  const rest = names.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
