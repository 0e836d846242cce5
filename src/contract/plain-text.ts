// What no eye sees: marks that turn the order of letters round, and characters without any width. Joiners stay, because
// emoji and Indic scripts are written with them, and so do the tags that follow a black flag: they are England's.
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007F}]+/u
const INVISIBLE =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u
const FLAG_OR_INVISIBLE = new RegExp(`(${FLAG.source})|${INVISIBLE.source}`, 'gu')
// Nothing to read: joiners and blanks alone.
const BLANK = /^[\s\u200C\u200D]*$/

/** Text cut to `max` characters, without the half of one that reaches beyond, such as an emoji. */
export const cutWhole = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '') : text

/**
 * Text without what is invisible in it, so that nothing stored turns a screen's words round or hides in them; letters of
 * every script stay as they are. Where nothing readable is left, it is empty.
 */
export function plainText(text: string): string {
  const plain = text.replace(FLAG_OR_INVISIBLE, (_match, flag?: string) => flag ?? '')
  return BLANK.test(plain) ? '' : plain
}
