import { z } from 'zod'
import { cutWhole, plainText } from './plain-text.ts'

// Control characters never belong in a name, an address or a link; tab and every kind of line break included.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]/u
const EVERY_CONTROL_CHARACTER = new RegExp(CONTROL_CHARACTERS, 'gu')

/** Text whose halves of cut-off characters (lone surrogates) are marked as unreadable: no database takes them. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** Text from outside cut to `max` characters, control characters read as blanks, invisible ones left out. */
export const cutText = (text: string, max: number): string =>
  wellFormed(cutWhole(plainText(text.replace(EVERY_CONTROL_CHARACTER, ' ')).trim(), max))

/** A trimmed line of text of at most `max` characters; control characters are refused, invisible ones left out. */
export const line = (max: number) =>
  z
    .string('must be text')
    .overwrite((value) => wellFormed(plainText(value)))
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !CONTROL_CHARACTERS.test(value), 'must not contain control characters')

// A line break belongs to a text of several lines, other control characters to none.
const CONTROL_IN_LINES = /(?!\n)\p{Cc}/gu

/** A trimmed text of at most `max` characters in as many lines as it takes; other control characters read as blanks. */
export const lines = (max: number) =>
  z
    .string('must be text')
    .overwrite((value) =>
      wellFormed(plainText(value)).replaceAll('\r\n', '\n').replace(CONTROL_IN_LINES, ' '),
    )
    .trim()
    .max(max, `must be at most ${max} characters`)

/**
 * A measurement a browser reports about itself. What does not fit reads as undefined: a browser's odd
 * report must never cost a visit or a lead.
 */
export const reported = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** Text a browser reports about itself, cut to `max` characters instead of refused. */
export const reportedText = (max: number) =>
  reported(z.union([z.string(), z.number()]).transform((value) => cutText(String(value), max) || undefined))

/** A number a browser reports, as number or digits, from 0 to `max`, to two decimals. */
export const reportedNumber = (max: number) =>
  reported(
    z.coerce
      .number<number | string>()
      .min(0)
      .max(max)
      .overwrite((value) => Math.round(value * 100) / 100),
  )
