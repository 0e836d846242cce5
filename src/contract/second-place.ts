import { z } from 'zod'
import { BUCKET, FOLDER } from './storage-place.ts'

/** The storage, elsewhere, that every proved backup is copied to, and how that goes. */
export const SecondPlace = z.object({
  /** Whether it was entered here, or is set where the server is started, which wins. */
  source: z.enum(['nothing', 'dashboard', 'environment']),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  accessKeyId: z.string(),
  /** The last letters of the secret key; null where there is none, or it is too short for that. */
  secretEndsIn: z.string().nullable(),
  /** False: it was stored under another SECRET and has to be entered again. */
  isReadable: z.boolean(),
  /** How much of what is being copied now has been sent. */
  copying: z.object({ sent: z.number(), total: z.number() }).nullable(),
  /** When a backup arrived there last. */
  arrivedAt: z.string().nullable(),
  /** What failed last, since something arrived. */
  failed: z.object({ at: z.string(), reason: z.string() }).nullable(),
})
export type SecondPlace = z.output<typeof SecondPlace>

/** Which place it is, without its secret key. */
export const PlaceIdentity = SecondPlace.pick({
  endpoint: true,
  region: true,
  bucket: true,
  prefix: true,
  accessKeyId: true,
})

/** A backup in the second place that is there whole. */
export const PlacedCopy = z.object({
  file: z.string(),
  madeAt: z.string(),
  /** Films included. */
  bytes: z.number(),
})
export type PlacedCopy = z.output<typeof PlacedCopy>

const entered = (longest: number) =>
  z.string('must be text').trim().max(longest, `must be at most ${longest} characters`)

/** What is entered for the second place. Without a secret key the stored one stays. */
export const EnteredPlace = z.object({
  endpoint: entered(300).min(1, 'Enter the endpoint: the address of the storage.'),
  bucket: entered(63).regex(BUCKET, 'must be the bucket’s name alone'),
  accessKeyId: entered(200).regex(/^\S+$/, 'must be the access key’s ID, without spaces'),
  secretAccessKey: entered(500).regex(/^\S*$/, 'must be the secret key, without spaces').optional(),
  region: entered(60)
    .regex(/^[A-Za-z0-9-]*$/, 'must be a region’s name, such as eu-central-1')
    .optional(),
  prefix: entered(200)
    .transform((value) => value.replace(/^\/+|\/+$/g, ''))
    .refine(
      (value) => value === '' || FOLDER.test(value),
      'must be a folder’s name of letters, digits and dashes',
    )
    .optional(),
  /** What the form stands in place of, null for none; 409 where another one is kept by now. */
  inPlaceOf: PlaceIdentity.nullable().optional(),
})
