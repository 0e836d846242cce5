const EMAIL = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g
const PHONE = /(?<![\w.])\+?\(?\d[\d\s().-]{5,}\d(?!\w)/g
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
    .replace(PHONE, (number) => (digitsIn(number) >= 7 ? '[phone]' : number))
  return known
    .filter((value) => value.trim().length > 1)
    .reduce(
      (rest, value) =>
        rest.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(value)}(?![\\p{L}\\p{N}])`, 'giu'), '[name]'),
      masked,
    )
}
