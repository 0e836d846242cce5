const EMAIL = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g
// What a mail server answers with, such as 554 5.2.252, has the digits of a phone number, and is none.
const MAIL_STATUS = /(?<![\w.+])(?<class>[245])\d\d[ -]\k<class>\.\d{1,3}\.\d{1,3}(?![\w.-])/
const PHONE = /(?<![\w.])\+?\(?\d[\d\s().-]{5,}\d(?!\w)/
const STATUS_OR_PHONE = new RegExp(`${MAIL_STATUS.source}|${PHONE.source}`, 'g')
const IS_STATUS = new RegExp(`^${MAIL_STATUS.source}$`)
const SECRET = /\bpit-[\w-]+|\beyJ[\w-]+\.[\w.-]+|(?<=\bBearer\s+)[^\s"',]+/gi

const digitsIn = (text: string) => text.replace(/\D/g, '').length

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * The text with every email, phone number and access token replaced by a word in brackets, and so is each
 * of `known` (the name just sent, for one) where it stands as a word of its own.
 */
export function maskPersonalData(text: string, known: string[] = []): string {
  const masked = text
    .replace(SECRET, '[token]')
    .replace(EMAIL, '[email]')
    .replace(STATUS_OR_PHONE, (number) =>
      digitsIn(number) >= 7 && !IS_STATUS.test(number) ? '[phone]' : number,
    )
  return known
    .filter((value) => value.trim().length > 1)
    .reduce(
      (rest, value) =>
        rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'giu'), '[name]'),
      masked,
    )
}
