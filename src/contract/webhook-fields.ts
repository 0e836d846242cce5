import { z } from 'zod'
import { cutText } from './text.ts'

/** Text of a vendor, cut to `max` characters and free of control characters. */
export const vendorText = (max: number) => z.string().transform((value) => cutText(value, max))

/** Text that a vendor may leave out or send as something else; undefined then. */
export const optionalText = (max: number) =>
  vendorText(max)
    .transform((value) => value || undefined)
    .optional()
    .catch(undefined)

// Of years with four figures: what lies beyond is a mistake, and more than a database takes.
const FIRST = Date.UTC(1000, 0, 1)
const END = Date.UTC(10_000, 0, 1)

/** A moment that can be kept. */
export const moment = z.date().refine((at) => at.getTime() >= FIRST && at.getTime() < END, 'must be a time')

/** A moment in a vendor's words, e.g. `2026-11-21T09:30:00.000Z`. */
export const instant = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time')
  .transform((value) => new Date(value))
  .pipe(moment)

/** A moment as a vendor counts it, in units of so many milliseconds. */
export const counted = (unitMs: number) =>
  z
    .number()
    .refine((value) => Math.abs(value * unitMs) <= 8.64e15, 'must be a time')
    .transform((value) => new Date(value * unitMs))
    .pipe(moment)

/** A moment that a vendor may leave out. */
export const optionalInstant = instant.optional().catch(undefined)

/** An email in lower case; undefined for anything that does not look like one. */
export const optionalEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
  .transform((value) => cutText(value, 254))
  .optional()
  .catch(undefined)

/** The address of a web page; undefined for any other scheme, so that it may become a link. */
export const optionalLink = z
  .string()
  .max(2000)
  .refine((value) => ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''))
  .optional()
  .catch(undefined)
