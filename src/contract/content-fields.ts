import { z } from 'zod'
import { tidyColour } from './colour.ts'
import { isCaptionsAddress, readFilmAddress } from './film-address.ts'
import { wellFormed } from './text.ts'
import { vimeoVideoOf } from './vimeo-address.ts'
import { youtubeIdOf } from './youtube-address.ts'

/*
 * The kinds of field site content is made of. Each carries the label the owner sees (`meta.title`) and its
 * default, so that content stored before a field existed still reads, and the editor can be drawn from the schema.
 */

// Nobody sees a control character that they paste, such as the tab after each of Word's bullets: it reads as a blank. No
// program that people write in makes a null byte, and no database takes one.
const UNSEEN = /[^\P{Cc}\n\r\0]/gu
// A paragraph's own line breaks, Word's and PowerPoint's among them.
const BREAKS = /\r\n?|[\v\f]/g
const hasNullByte = (value: string): boolean => value.includes('\0')

/** One line of text, at most `max` characters. Texts may name `{coach}`, `{program}`, `{brand}` and `{email}`. */
export const words = (title: string, fallback: string, max = 200) =>
  z
    .string()
    .overwrite((value) => wellFormed(value).replace(UNSEEN, ' '))
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !/[\n\r]/.test(value) && !hasNullByte(value), 'must be one line')
    .default(fallback)
    .meta({ title })

/** Text of one or more paragraphs; an empty line starts the next one. */
export const prose = (title: string, fallback: string, max = 4000) =>
  z
    .string()
    .overwrite((value) => wellFormed(value).replace(BREAKS, '\n').replace(UNSEEN, ' '))
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine((value) => !hasNullByte(value), 'must not contain control characters')
    .default(fallback)
    .meta({ title, format: 'prose' })

const isWebAddress = (value: string): boolean =>
  /^https:\/\/[^\s"'<>\\\p{Cc}\p{Cs}]+$/u.test(value) && URL.canParse(value)

// Everything a link on a page may point to; a script address is none of them, nor `/\\host`, which browsers read as `//host`.
const isLink = (value: string): boolean =>
  value === '' || /^\/(?![/\\])[^\s"'<>\\\p{Cc}\p{Cs}]*$/u.test(value) || isWebAddress(value)

/** A link: `https://…`, a path of this site, or empty while the owner has not set it. */
export const link = (title: string, fallback = '') =>
  z
    .string()
    .trim()
    .max(2000, 'must be at most 2000 characters')
    .refine(isLink, 'must start with https:// or /')
    .default(fallback)
    .meta({ title, format: 'link' })

/** A hosted video's media id (letters and digits), or empty while the owner has not set it. */
export const mediaId = (title: string) =>
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,32}$/, 'must be the letters and digits of a Wistia media id, such as abc123def4')
    .default('')
    .meta({ title, format: 'media-id' })

/** The address of a YouTube video, as copied from anywhere, or empty while the owner has not set it. */
export const youtubeLink = (title: string) =>
  z
    .string()
    .trim()
    .max(2000)
    .refine(
      (value) => value === '' || youtubeIdOf(value) !== undefined,
      'must be the address of a YouTube video',
    )
    .default('')
    .meta({ title, format: 'youtube-link' })

/** The address of a Vimeo video, as copied from anywhere, or empty while the owner has not set it. */
export const vimeoLink = (title: string) =>
  z
    .string()
    .trim()
    .max(2000)
    .refine(
      (value) => value === '' || vimeoVideoOf(value) !== undefined,
      'must be the address of a Vimeo video, such as https://vimeo.com/123456789',
    )
    .default('')
    .meta({ title, format: 'vimeo-link' })

/** The address of an uploaded film, or empty while the owner has not uploaded one. */
export const filmField = (title: string) =>
  z
    .string()
    .refine((value) => value === '' || readFilmAddress(value) !== undefined, 'must be an uploaded film')
    .default('')
    .meta({ title, format: 'film' })

/** The address of uploaded captions, or empty. */
export const captionsField = (title: string) =>
  z
    .string()
    .refine((value) => value === '' || isCaptionsAddress(value), 'must be uploaded captions')
    .default('')
    .meta({ title, format: 'captions' })

/** A whole number from `min` to `max`. */
export const amount = (title: string, fallback: number, min: number, max: number) =>
  z
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)
    .meta({ title })

/** One of a few fixed words. */
export const choice = <const T extends string>(title: string, options: readonly T[], fallback: T) =>
  z
    .enum(options)
    .default(() => fallback)
    .meta({ title })

/** An email address shown on pages, or empty. */
export const contactEmail = (title: string) =>
  z
    .string()
    .trim()
    .max(254)
    .refine((value) => value === '' || /^[^\s@<>"']+@[^\s@<>"']+$/.test(value), 'must be an email address')
    .default('')
    .meta({ title, format: 'email' })

/** What the owner switches on or off; on unless said otherwise. */
export const toggle = (title: string, fallback = true) => z.boolean().default(fallback).meta({ title })

/** Fields that belong together under a title; a group that is left out has all of its defaults. */
export const group = <T extends z.core.$ZodShape>(title: string, fields: T) =>
  z
    .object(fields)
    // Every field has a default, so an empty group is a whole one; the compiler cannot see that through `T`.
    .prefault({} as never)
    .meta({ title })

/** A picture by address with the words that stand for it; without an address the page draws its own. */
export const picture = (title: string, alt: string) =>
  group(title, { src: link('Address of the picture'), alt: words('What it shows', alt) }).meta({
    title,
    format: 'picture',
  })

/** A picture of which one point stays in sight wherever it is cropped, in per cent from the left and from the top. */
export const focalPicture = (title: string, alt: string) =>
  group(title, {
    src: link('Address of the picture'),
    alt: words('What it shows', alt),
    focusX: amount('What must stay in sight, in % from the left', 50, 0, 100),
    focusY: amount('What must stay in sight, in % from the top', 50, 0, 100),
  }).meta({ title, format: 'picture' })

/** A colour, `#rrggbb`, however it was typed; empty: the delivered one. */
export const colour = (title: string) =>
  z
    .string()
    .trim()
    .overwrite(tidyColour)
    .regex(/^(#[0-9a-f]{6})?$/, 'must be # and six letters or digits, such as #14532d')
    .default('')
    .meta({ title, format: 'colour' })

/** A list the owner can lengthen and shorten. */
export const list = <T extends z.ZodType>(title: string, item: T, fallback: z.input<T>[], max = 20) =>
  z.array(item).max(max, `must have at most ${max} entries`).prefault(fallback).meta({ title })
