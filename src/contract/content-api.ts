import { z } from 'zod'
import type { ReadAddress as Read } from './ad-address.ts'
import { attributionKeys } from './attribution-keys.ts'
import { Done, type Endpoints } from './endpoint.ts'
import { SiteContent } from './site-content.ts'

/*
 * How the owner changes the site (docs/spec.md, 'Site content'). There is one draft, guarded by its revision, and a
 * row of published versions that only grows. A field is named by its dotted path, as `changedPaths` writes it:
 * `home.headline`, `home.founder.figures.0.label`. Refused fields come as 422
 * `{"error", "fields": {"home.headline": "…"}}`.
 */

const Revision = z.number('must be a number').int('must be a whole number').min(0)
const Version = z.coerce.number<number | string>().int().min(0)

/** Site content on its way in: the server names what is wrong with it by path, so only its being an object is asked here. */
const ContentToSave = z.custom<z.input<typeof SiteContent>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be the site content as an object',
)

/** What is published, what is being worked on, and the draft's revision to send back with every write. */
export const EditedContent = z.object({
  published: SiteContent,
  draft: SiteContent,
  revision: Revision,
  /** 0 while the site stands as it was delivered. */
  publishedVersion: z.number(),
  publishedAt: z.string().nullable(),
  hasChanges: z.boolean(),
  /** When the draft was last saved and on which device, e.g. 'Chrome on macOS'; null before the first save. */
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
  /** Whether the site's own address leads to it from the internet, so that what is published meets strangers. */
  isOnInternet: z.boolean(),
})
export type EditedContent = z.output<typeof EditedContent>

/** The body of a 409: somebody saved in between. `content` is the draft as it stands now, `changedPaths` leads from it to yours. */
export const DraftConflict = z.object({
  error: z.string(),
  revision: Revision,
  changedPaths: z.array(z.string()),
  content: SiteContent,
  savedAt: z.string().nullable(),
  savedBy: z.string().nullable(),
})
export type DraftConflict = z.output<typeof DraftConflict>

/** A published version without its content. Version 0 is the site as it was delivered. */
export const SiteVersion = z.object({
  version: z.number(),
  publishedAt: z.string().nullable(),
  publishedBy: z.string().nullable(),
  note: z.string(),
  /** At most 200 of them; `changedCount` counts all. */
  changedPaths: z.array(z.string()),
  changedCount: z.number(),
  /** The version this one brought back. */
  restoredFrom: z.number().nullable(),
  isLive: z.boolean(),
})
export type SiteVersion = z.output<typeof SiteVersion>

/** Something only the owner knows, and whether the site has it. `doubtful`: it is there, but may not work. */
export const MissingItem = z.object({
  id: z.string(),
  title: z.string(),
  why: z.string(),
  where: z.object({
    /** The field of the site content that holds it, or null. */
    path: z.string().nullable(),
    /** The environment variable that holds it, or null. */
    variable: z.string().nullable(),
    /** Where the owner finds the value, at the vendor or here. */
    find: z.string(),
  }),
  state: z.enum(['done', 'missing', 'doubtful']),
})
export type MissingItem = z.output<typeof MissingItem>

/** What a pasted value can be checked as. */
export const checkKinds = ['calendar', 'application', 'checkout', 'video', 'link'] as const

/** A stored picture. `address` is what a picture field of the content holds. */
export const Picture = z.object({
  id: z.string(),
  address: z.string(),
  /** A small one of it, for lists. */
  thumbnail: z.string(),
  width: z.number(),
  height: z.number(),
  /** Of the stored picture in its full size, in the form every browser takes. */
  bytes: z.number(),
  createdAt: z.string(),
})
export type Picture = z.output<typeof Picture>

/** A stored picture and where it is used. */
export const ListedPicture = Picture.extend({
  /** The paths that hold it in the draft and in what is published. */
  usedIn: z.array(z.string()),
  /** An earlier version shows it too, so that it cannot be deleted. */
  usedEarlier: z.boolean(),
})
export type ListedPicture = z.output<typeof ListedPicture>

/** What is understood of an advert’s address. */
const ReadAddress = z.object({
  path: z.string().nullable(),
  isOurs: z.boolean(),
  pageExists: z.boolean(),
  attribution: z.array(z.object({ key: z.enum(attributionKeys), value: z.string() })),
  warnings: z.array(z.object({ parameter: z.string().nullable(), words: z.string() })),
}) satisfies z.ZodType<Read>

/** Largest picture file that is taken, in bytes. */
export const LARGEST_PICTURE = 15 * 1024 * 1024

/** The owner's site: draft, publishing, versions, preview, what is missing, pictures. */
export const contentApi = {
  'GET /api/site/content': {
    for: 'owner',
    input: z.object({}),
    output: EditedContent,
    summary: 'What is published and the draft, with the revision that every write names.',
  },
  'PUT /api/site/draft': {
    for: 'owner',
    input: z.object({ revision: Revision, content: ContentToSave }),
    output: z.object({ revision: Revision, hasChanges: z.boolean(), savedAt: z.string() }),
    conflict: DraftConflict,
    summary:
      'Saves the draft, whole: what is left out gets its default. 409 (DraftConflict) when another editor saved since.',
  },
  'POST /api/site/publish': {
    for: 'owner',
    input: z.object({ revision: Revision, note: z.string().trim().max(300).default('') }),
    output: z.object({ version: z.number(), revision: Revision }),
    conflict: DraftConflict,
    summary:
      'Publishes the draft; 422 names what must be put right first. Without changes it answers the live version.',
  },
  'GET /api/site/versions': {
    for: 'owner',
    input: z.object({
      limit: z.coerce.number<number | string>().int().min(1).max(100).default(30),
      cursor: Version.optional(),
    }),
    output: z.array(SiteVersion),
    summary: 'The published versions, newest first; X-Next-Cursor where there are more.',
  },
  'GET /api/site/versions/:version': {
    for: 'owner',
    input: z.object({ version: Version }),
    output: SiteVersion.extend({ content: SiteContent }),
    summary: 'One version with its content.',
  },
  'POST /api/site/versions/:version/restore': {
    for: 'owner',
    input: z.object({ version: Version, revision: Revision }),
    output: z.object({ version: z.number(), revision: Revision }),
    conflict: DraftConflict,
    summary: 'Publishes that version again as a new one; the draft becomes it.',
  },
  'GET /api/site/preview': {
    for: 'owner',
    input: z.object({ path: z.string().max(200).default('/'), version: Version.optional() }),
    output: z.string(),
    summary: 'A page as HTML, drawn from the draft (or from a version); it counts, sends and stores nothing.',
  },
  'GET /api/site/missing': {
    for: 'owner',
    input: z.object({}),
    output: z.array(MissingItem),
    summary: 'What only the owner knows, and whether the published site has it.',
  },
  'POST /api/site/check': {
    for: 'owner',
    input: z.object({ kind: z.enum(checkKinds), value: z.string().trim().max(2000) }),
    output: z.object({
      /** Null: its form is right, but whether it works could not be tried from here. */
      ok: z.boolean().nullable(),
      words: z.string(),
    }),
    summary: 'Looks at the form of a value and, for links, whether they open.',
  },
  'GET /api/site/pictures': {
    for: 'owner',
    input: z.object({}),
    output: z.array(ListedPicture),
    summary: 'The stored pictures, newest first, at most 1,000; `X-Total-Count` says how many there are.',
  },
  'POST /api/site/pictures': {
    for: 'owner',
    input: z.object({ bytes: z.instanceof(Uint8Array) }),
    output: Picture,
    summary: 'Stores a picture. The body is the file itself, with its type, e.g. `Content-Type: image/jpeg`.',
  },
  'DELETE /api/site/pictures/:id': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: Done,
    summary: 'Forgets a picture; 409 while the draft, the site or an earlier version shows it.',
  },
  'POST /api/site/read-address': {
    for: 'owner',
    input: z.object({ address: z.string().trim().min(1, 'Paste an address.').max(4000) }),
    output: ReadAddress,
    summary: 'What the product understands of an ad’s address.',
  },
} satisfies Endpoints
