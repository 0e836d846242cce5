import { issueMessage } from '#contract/issue-message.ts'
import { SiteContent } from '#contract/site-content.ts'

/** What is wrong with a content, one sentence per dotted path. */
export type Problems = Record<string, string>

const asSentence = (words: string): string => {
  const sentence = /^\p{Ll}/u.test(words) ? `This ${words}` : words
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The content as it would be stored, or what is wrong with it by path. */
export function checkedContent(content: unknown): { content: SiteContent | undefined; problems: Problems } {
  const checked = SiteContent.safeParse(content, { error: issueMessage })
  if (checked.success) return { content: checked.data, problems: {} }
  const problems: Problems = {}
  for (const issue of checked.error.issues)
    problems[issue.path.map(String).join('.')] ??= asSentence(issue.message)
  return { content: undefined, problems }
}

/** What was refused about fields, as sentences that stand beside them. */
export const refusedFields = (fields: Record<string, string>): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, words]) => [path, asSentence(words)]))
