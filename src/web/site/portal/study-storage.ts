import { readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { emptyRecord, isStudyRecord, type StudyRecord } from './study-record.ts'

const KEY = 'studyRecord'

/** The study record and whether the browser keeps it between visits. */
export type Studied = { record: StudyRecord; isKept: boolean }

/** What is known of a member before their browser has been asked. */
export const unread: Studied = { record: emptyRecord, isKept: true }

/** The study record of this browser, as a store that React can follow. */
export type Study = {
  /** The record as it stands; the same object until it changes. */
  read(): Studied
  /** Changes the record as it stands now, so that a second tab's changes are not lost. */
  change(how: (record: StudyRecord) => StudyRecord): void
  /** Calls `changed` after each change, another tab's included. Returns how to stop that. */
  subscribe(changed: () => void): () => void
}

/** Opens the study record, which is first read when it is asked for. Where storage is forbidden it lives with the page. */
export function openStudy(): Study {
  let now: Studied | undefined
  const listeners = new Set<() => void>()
  const stored = () => readStoredJson(KEY, isStudyRecord)
  const keep = (record: StudyRecord): Studied => {
    now = { record, isKept: writeStored(KEY, JSON.stringify(record)) }
    return now
  }
  const read = () => now ?? keep(stored() ?? emptyRecord)
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const readAgain = () => {
    if (!read().isKept) return
    now = { record: stored() ?? emptyRecord, isKept: true }
    tell()
  }
  const heard = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) readAgain()
  }
  // A page that waits in the browser's cache hears nothing of what other tabs store.
  const cameBack = (event: PageTransitionEvent) => {
    if (event.persisted) readAgain()
  }
  return {
    read,
    change(how) {
      const before = read()
      keep(how((before.isKept ? stored() : undefined) ?? before.record))
      tell()
    },
    subscribe(changed) {
      if (listeners.size === 0) {
        addEventListener('storage', heard)
        addEventListener('pageshow', cameBack)
      }
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        removeEventListener('storage', heard)
        removeEventListener('pageshow', cameBack)
      }
    },
  }
}
