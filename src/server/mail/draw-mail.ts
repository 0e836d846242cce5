import { fillIn } from '#contract/fill-in.ts'
import { cutWhole, plainText } from '#contract/plain-text.ts'
import type { SiteContent } from '#contract/site-content.ts'
import type { MailKind } from '#contract/site-content-mails.ts'
import { drawHtml } from '#server/integrations/draw-html.ts'
import { type MailBlock, type MailLine, readBlocks, type Values } from './mail-blocks.ts'

/** What the owner's words name in one mail. */
export type MailValues = {
  name: string
  /** The time of the call as its reader reads it. */
  when: string
  link?: string | undefined
  move?: string | undefined
  cancel?: string | undefined
}

/** A mail's words, ready to be queued. */
export type DrawnMail = { subject: string; text: string; html: string }

const LONGEST_NAME = 80
const LONGEST_SUBJECT = 200
const URL_IN_NAME = /:\/\/|www\.|\w\.[a-z]{2,}\b|@/i

/** A name as a mail may say it: in one line, and not at all where somebody used it to send an address of their own. */
export function greetedName(name: string): string {
  const plain = plainText(name.replace(/\p{Cc}+/gu, ' ')).trim()
  return URL_IN_NAME.test(plain) ? '' : cutWhole(plain, LONGEST_NAME)
}

const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && /^https?:\/\/[^\s"'<>]+$/i.test(url) ? url : undefined

const textOfLine = (line: MailLine): string => {
  if (line.kind !== 'link') return line.text
  return line.label === line.url ? line.url : `${line.label}: ${line.url}`
}

const textOf = (blocks: MailBlock[]): string =>
  blocks.map(({ lines }) => lines.map(textOfLine).join('\n')).join('\n\n')

/**
 * Draws a mail from the owner's words, as plain text and as HTML in the site's colour; null where the owner has switched
 * it off. `content` is the site's content as it is published. What stands in a value is text, whatever it looks like.
 */
export function drawMail(content: SiteContent, kind: MailKind, given: MailValues): DrawnMail | null {
  const { mails, brand } = fillIn(content)
  const words = mails[kind]
  if (!words.isSent) return null
  const values: Values = {
    name: greetedName(given.name),
    when: given.when.replace(/\p{Cc}+/gu, ' ').trim(),
    link: webAddress(given.link),
    move: webAddress(given.move),
    cancel: webAddress(given.cancel),
  }
  const inLine = (text: string) => readBlocks(text, values).flatMap(({ lines }) => lines)
  const subject = cutWhole(
    inLine(words.subject)
      .map((line) => (line.kind === 'link' ? line.label : line.text))
      .join(' '),
    LONGEST_SUBJECT,
  )
  const blocks = readBlocks(words.text, values)
  const footer = inLine(mails.footer)
    .map((line) => (line.kind === 'link' ? line.label : line.text))
    .join(' ')
  return {
    subject,
    text: `${textOf(blocks)}\n${footer === '' ? '' : `\n--\n${footer}\n`}`,
    html: drawHtml({ subject, blocks, footer, brand: brand.name, accent: brand.accent }),
  }
}
