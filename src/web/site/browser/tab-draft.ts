import { readStored, writeStored } from './browser-storage.ts'
import { keep, recall } from './entry-memory.ts'

/** What a visitor typed under a key and has not sent: kept as long as the tab, also where storage is forbidden. Never throws. */
export function keptDraft<T>(key: string, isDraft: (value: unknown) => value is T): T | undefined {
  try {
    const kept: unknown = JSON.parse(readStored(key, 'sessionStorage') ?? 'null')
    return isDraft(kept) ? kept : recall(key, isDraft)
  } catch {
    return recall(key, isDraft)
  }
}

/** Keeps it for a reload of the page, as where a phone has put the tab away meanwhile; null ends it. Never throws. */
export function keepDraft(key: string, draft: unknown): void {
  if (!writeStored(key, JSON.stringify(draft), 'sessionStorage')) keep(key, draft)
}
