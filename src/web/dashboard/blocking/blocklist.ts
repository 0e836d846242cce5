import type { BlockPreview } from '#contract/blocking.ts'
import type { CallName } from '#web/dashboard/api/dashboard-api.ts'

/** One blocked address or page path. */
export type BlockedEntry = {
  id: string
  value: string
  reason: string | null
  active: boolean
  blockedAt: string
}

/** A list of blocked things: how to read and change it, and what to say about it (docs/spec.md, 'Notices'). */
export type Blocklist = {
  read: CallName
  list: (signal: AbortSignal) => Promise<BlockedEntry[]>
  /** What its switch would change in the numbers. */
  preview: (value: string, signal: AbortSignal) => Promise<BlockPreview>
  block: (value: string, reason: string) => Promise<unknown>
  toggle: (id: string, isActive: boolean) => Promise<unknown>
  isValid: (value: string) => boolean
  /** How a valid value is stored, which may be a range around it. */
  stored: (value: string) => string
  /** What else may be meant: the whole connection of one address. */
  wider?: (value: string) => string | undefined
  words: {
    field: string
    placeholder: string
    /** What may be typed, while nothing is. */
    hint?: string
    button: string
    empty: string
    invalid: (value: string) => { title: string; message: string }
    blocked: { title: string; message?: string }
    notBlocked: string
    activated: string
    deactivated: string
    notToggled: string
  }
}
