import type { z } from 'zod'

const listed = (values: readonly unknown[]): string => {
  const words = values.map(String)
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const counted = (amount: number | bigint, one: string, many: string): string =>
  `${amount} ${Number(amount) === 1 ? one : many}`

const types: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object with fields',
  record: 'must be an object with fields',
}

const formats: Record<string, string> = {
  email: 'must be an email address, like name@example.com',
  url: 'must be the address of a web page, like https://example.com',
  uuid: 'must be a UUID',
}

const UNREADABLE = 'cannot be read in this form'

/**
 * What is wrong with a field, in words that follow its name: 'must be text'. For whatever a schema says nothing of its
 * own about; given to zod with each `safeParse`.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? UNREADABLE
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${listed(issue.values)}`
    case 'too_big':
      if (issue.origin === 'string')
        return `must be at most ${counted(issue.maximum, 'character', 'characters')}`
      return issue.origin === 'array'
        ? `must have at most ${counted(issue.maximum, 'entry', 'entries')}`
        : `must be at most ${issue.maximum}`
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1
          ? 'must not be empty'
          : `must have at least ${counted(issue.minimum, 'character', 'characters')}`
      return issue.origin === 'array'
        ? `must have at least ${counted(issue.minimum, 'entry', 'entries')}`
        : `must be at least ${issue.minimum}`
    case 'invalid_format':
      return formats[issue.format] ?? UNREADABLE
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `must not have a field ${listed(issue.keys)}`
    case 'invalid_union':
      return messageOfUnion(issue.errors)
    default:
      return UNREADABLE
  }
}

/** A text that was meant as one of several forms: the words of the form it came nearest to. */
function messageOfUnion(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const firsts = forms.flatMap(([first]) => (first ? [first] : []))
  const isOtherType = ({ code }: z.core.$ZodIssue) => code === 'invalid_type' || code === 'invalid_value'
  return (firsts.find((issue) => !isOtherType(issue)) ?? firsts[0])?.message ?? UNREADABLE
}
