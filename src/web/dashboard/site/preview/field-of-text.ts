import type { FilledField } from '#web/dashboard/site/document/site-tree.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

// On the page, `{coach}` and its like have been replaced by names and numbers.
const asShown = (value: string): RegExp =>
  new RegExp(
    `^${plain(value)
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.{0,200}')}$`,
    'iu',
  )

/**
 * The field whose words a visitor reads as this text: the whole text first, then a paragraph of a longer one.
 * Undefined where no field says so.
 */
export function fieldOfText(fields: FilledField[], text: string): string | undefined {
  const shown = plain(text)
  if (shown === '') return undefined
  const said = fields.flatMap(({ path, value }) =>
    typeof value === 'string' && value.trim() !== '' && /[^\s{}]/.test(value.replace(/\{\w+\}/g, ''))
      ? [{ path, value }]
      : [],
  )
  const whole = said.find(({ value }) => asShown(value).test(shown))
  const part = () =>
    said.find(
      ({ value }) =>
        value.includes('\n') &&
        value.split('\n').some((line) => line.trim() !== '' && asShown(line.replace(/^# /, '')).test(shown)),
    )
  return (whole ?? part())?.path
}
