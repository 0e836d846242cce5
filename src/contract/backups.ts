import { z } from 'zod'
import type { Endpoints } from './endpoint.ts'

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

/** How the backups stand. */
export const Backups = z.object({
  /** Whether there is a passphrase, and where it was set; it is never sent. */
  passphrase: z.enum(['missing', 'dashboard', 'environment', 'unreadable']),
  /** Where the files are, on the server. */
  folder: z.string(),
  /** The second folder that they are copied to; null where there is none. */
  copyFolder: z.string().nullable(),
  /** When the next one is due; null without a passphrase. */
  nextAt: z.string().nullable(),
  lastProved: Backup.nullable(),
  /** What is wrong, in a sentence: it failed, or for more than 26 hours there is no proved one. */
  trouble: z.string().nullable(),
  /** Newest first. */
  backups: z.array(Backup),
  /** Newest first. */
  safetyCopies: z.array(SafetyCopy),
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
    summary: 'A backup as one encrypted file, films included.',
  },
  'POST /api/backups/restore': {
    for: 'owner',
    input: z.object({
      /** The name of a backup or of a safety copy. */
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
