/** What the placeholders of a mail stand for; a link that there is not is undefined. */
export type Values = Record<'name' | 'when', string> & Record<'link' | 'move' | 'cancel', string | undefined>

/** A line of a mail: words, the time of the call by itself, or words that are a link; without any, its address is the label. */
export type MailLine =
  | { kind: 'words'; text: string }
  | { kind: 'when'; text: string }
  | { kind: 'link'; label: string; url: string; isMain: boolean }

/** A paragraph of a mail. */
export type MailBlock = { lines: MailLine[] }

const LINK_AT_END = /^(.*\S)?\s*\{(link|move|cancel)\}[.!]?$/
const ANY_LINK = /\{(link|move|cancel)\}/g

const isLinkName = (name: string | undefined): name is 'link' | 'move' | 'cancel' =>
  name === 'link' || name === 'move' || name === 'cancel'

// One pass, so that a value that looks like a placeholder stays what it is.
function filled(text: string, values: Values): string {
  const greeted = values.name === '' ? text.replace(/\s*\{name\}/g, '') : text
  return greeted.replace(
    /\{(name|when|link|move|cancel)\}/g,
    (whole, name: keyof Values) => values[name] ?? whole,
  )
}

/** A line of the owner's words with its values; undefined where it offers a link that there is not. */
function readLine(text: string, values: Values): MailLine | undefined {
  const names = [...text.matchAll(ANY_LINK)].map(([, name]) => name).filter(isLinkName)
  if (names.some((name) => values[name] === undefined)) return undefined
  if (text.trim() === '{when}') return { kind: 'when', text: values.when }
  const [, label = '', name] = LINK_AT_END.exec(text.trim()) ?? []
  const url = isLinkName(name) ? values[name] : undefined
  const words = filled(label.replace(/\s*:$/, ''), values)
  if (url !== undefined && names.length === 1)
    return { kind: 'link', label: words || url, url, isMain: name === 'link' && words !== '' }
  return { kind: 'words', text: filled(text, values) }
}

/** The owner's words as paragraphs of lines, an empty line between them; what offers a missing link is left out. */
export const readBlocks = (text: string, values: Values): MailBlock[] =>
  text
    .split(/\n\s*\n/)
    .map((block) => ({ lines: block.split('\n').flatMap((line) => readLine(line, values) ?? []) }))
    .filter(({ lines }) => lines.some((line) => line.kind === 'link' || line.text.trim() !== ''))
