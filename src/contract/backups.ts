import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'
import { EnteredPlace, PlacedCopy, SecondPlace } from './second-place.ts'

/** The shortest passphrase that encrypts a backup. */
export const SHORTEST_PASSPHRASE = 12

/** A backup that was made, is being made, or failed. Proved: it was restored on trial and everything was counted again. */
export const Backup = z.object({
  id: z.string(),
  occasion: z.enum(['nightly', 'by-hand']),
  state: z.enum(['running', 'proved', 'failed']),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** How large the file is, films beside it included; null while it is not there. */
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  /** How long the trial restore took. */
  proofSeconds: z.number().nullable(),
  /** How many differences the trial restore found. */
  differences: z.number().nullable(),
  /** Why it failed, in a sentence. */
  reason: z.string().nullable(),
  /** The name of its file; null where there is none any more. */
  file: z.string().nullable(),
})
export type Backup = z.output<typeof Backup>

/** What was kept before something that changes everything: encrypted by the server itself, and without the films. */
export const SafetyCopy = z.object({
  file: z.string(),
  madeBefore: z.enum(['upgrade', 'restore']),
  madeAt: z.string(),
  bytes: z.number(),
  /** From which version to which; null before a restore, and where it is not known. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type SafetyCopy = z.output<typeof SafetyCopy>

/** Safety copies in the same folder that this server can neither open nor take away, as they were made under another SECRET. */
export const CopiesOfOthers = z.object({
  count: z.number(),
  bytes: z.number(),
  /** When the newest was made. */
  newestAt: z.string(),
})
export type CopiesOfOthers = z.output<typeof CopiesOfOthers>

/** How the last restore from the dashboard went, or that one is under way. */
export const LastRestore = z.object({
  state: z.enum(['running', 'done', 'failed']),
  at: z.string(),
  /** What was restored. */
  file: z.string(),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  /** In which file is what was there before. */
  safetyCopy: z.string().nullable(),
  seconds: z.number().nullable(),
  /** Whether the backup has another password than was there, so that everybody signs in again. */
  isOtherPassword: z.boolean(),
})
export type LastRestore = z.output<typeof LastRestore>

/** A backup's file that came from the owner's computer or the second place, to be looked at before it is restored. */
export const Arrival = z.object({
  id: z.string(),
  name: z.string(),
  from: z.enum(['computer', 'second-place']),
  state: z.enum(['arriving', 'arrived', 'checking', 'checked', 'refused']),
  bytes: z.number(),
  arrived: z.number(),
  /** When the backup in it was made; known once it has been checked. */
  madeAt: z.string().nullable(),
  /** Why it cannot be used, in a sentence; then nothing of it is left. */
  problem: z.string().nullable(),
})
export type Arrival = z.output<typeof Arrival>

/** Where a backup's file is sent to by the tus protocol, in parts that can be taken up again. */
export const BACKUP_UPLOADS = '/api/backups/uploads'

/** How the backups stand. */
export const Backups = z.object({
  /** Whether there is a passphrase, and where it was set; it is never sent. */
  passphrase: z.enum(['missing', 'dashboard', 'environment', 'unreadable']),
  /** Where the files are, on the server. */
  folder: z.string(),
  /** The second folder that they are copied to; null where there is none. */
  copyFolder: z.string().nullable(),
  secondPlace: SecondPlace,
  /** What came from elsewhere, to be restored; null where nothing did. */
  arrival: Arrival.nullable(),
  /** When the next one is due; null without a passphrase. */
  nextAt: z.string().nullable(),
  lastProved: Backup.nullable(),
  /** What is wrong, in a sentence: it failed, or for more than 26 hours there is no proved one. */
  trouble: z.string().nullable(),
  /** Newest first. */
  backups: z.array(Backup),
  /** Newest first. */
  safetyCopies: z.array(SafetyCopy),
  /** Null where there are none. */
  copiesOfOthers: CopiesOfOthers.nullable(),
  lastRestore: LastRestore.nullable(),
  /** Whether this server can restore by itself; a demo cannot. */
  canRestore: z.boolean(),
})
export type Backups = z.output<typeof Backups>

/** The backups that the product makes by itself. */
export const backupsApi = {
  'GET /api/backups': {
    for: 'owner',
    input: z.object({}),
    output: Backups,
    summary:
      'How the backups stand: the passphrase (never itself), the last one that was proved, and all that are kept.',
  },
  'PUT /api/backups/passphrase': {
    for: 'owner',
    input: z.object({
      passphrase: z
        .string('must be text')
        .trim()
        .min(SHORTEST_PASSPHRASE, `needs at least ${SHORTEST_PASSPHRASE} characters`)
        .max(200, 'must be at most 200 characters'),
      /** The owner's own password: whoever has the passphrase can read everything in a backup. */
      password: z.string().min(1, 'Enter the password you sign in with.').max(200),
    }),
    output: Backups,
    summary: 'Sets the passphrase that backups are encrypted with from now on, and has the first one made.',
  },
  'POST /api/backups': {
    for: 'owner',
    input: z.object({}),
    output: Backups,
    summary: 'Makes and proves a backup now.',
  },
  'GET /api/backups/:id/file': {
    for: 'owner',
    input: z.object({ id: z.string() }),
    output: z.string(),
    summary: 'A backup as one encrypted file, videos included.',
  },
  'POST /api/backups/restore': {
    for: 'owner',
    input: z.object({
      /** The name of a backup or of a safety copy, or the id of what arrived and was checked. */
      file: z.string().max(200),
      /** What the backup was encrypted with, where that is neither today's passphrase nor the server's own. */
      passphrase: z.string().trim().max(200).optional(),
      password: z.string().min(1, 'Enter the password you sign in with.').max(200),
    }),
    output: Backups,
    summary:
      'Puts a backup in place of everything, whole or not at all, after a safety copy; the site is away meanwhile.',
  },
  'GET /api/backups/copies/:file': {
    for: 'owner',
    input: z.object({ file: z.string().max(200) }),
    output: z.string(),
    summary:
      'What was kept before an upgrade or a restore, as one file encrypted with the owner’s passphrase.',
  },
} satisfies Endpoints

/** The second place of the backups, and what comes from there or from the owner's computer. */
export const backupPlacesApi = {
  'PUT /api/backups/second-place': {
    for: 'owner',
    input: EnteredPlace,
    output: Backups,
    summary:
      'Sets the storage that backups are copied to, once a small file could be written, read and deleted there. With `inPlaceOf`, 409 where another one has been entered since.',
  },
  'DELETE /api/backups/second-place': {
    for: 'owner',
    input: z.object({}),
    output: Backups,
    summary: 'Forgets the second place and its keys; what is there stays there.',
  },
  'POST /api/backups/second-place/copy': {
    for: 'owner',
    input: z.object({}),
    output: Backups,
    summary: 'Copies the newest proved backup to the second place now, where it is not there yet.',
  },
  'GET /api/backups/second-place/copies': {
    for: 'owner',
    input: z.object({}),
    output: z.object({ copies: z.array(PlacedCopy) }),
    summary: 'The backups that are in the second place, newest first, as it lists them itself.',
  },
  'POST /api/backups/second-place/fetch': {
    for: 'owner',
    input: z.object({ file: z.string().max(200) }),
    output: Backups,
    summary: 'Brings a backup from the second place to this server, to be checked and restored.',
  },
  'POST /api/backups/arrival/check': {
    for: 'owner',
    input: z.object({ id: z.string().max(64), passphrase: z.string().trim().max(200).optional() }),
    output: Backups,
    summary: 'Reads what arrived from its first byte to its last; a file that cannot be used is deleted.',
  },
  'DELETE /api/backups/arrival': {
    for: 'owner',
    input: z.object({}),
    output: Backups,
    summary: 'Deletes what arrived, or gives up what is arriving.',
  },
} satisfies Endpoints
