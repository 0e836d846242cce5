import type { z } from 'zod'
import { SiteContent } from '#contract/site-content.ts'

/** What is wrong with a content, one sentence per dotted path. */
export type Problems = Record<string, string>

const asSentence = (words: string): string => {
  const sentence = /^\p{Ll}/u.test(words) ? `This ${words}` : words
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function wordsOf(issue: z.core.$ZodIssue): string {
  // The schema's own words are about the field; zod's are about types.
  if (issue.code === 'too_small' && issue.origin === 'string') return 'This must not be empty.'
  if (issue.code === 'too_big' && issue.origin === 'string' && issue.message.startsWith('Too'))
    return `This must be at most ${issue.maximum} characters.`
  if (issue.code === 'too_big' && issue.origin === 'array')
    return `There is room for ${issue.maximum} at most.`
  return asSentence(issue.message)
}

/** The content as it would be stored, or what is wrong with it by path. */
export function checkedContent(content: unknown): { content: SiteContent | undefined; problems: Problems } {
  const checked = SiteContent.safeParse(content)
  if (checked.success) return { content: checked.data, problems: {} }
  const problems: Problems = {}
  for (const issue of checked.error.issues) problems[issue.path.map(String).join('.')] ??= wordsOf(issue)
  return { content: undefined, problems }
}

/** What was refused about fields, as sentences that stand beside them. */
export const refusedFields = (fields: Record<string, string>): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [path, asSentence(words)]))
