import { readStoredJson, writeStored } from '#web/site/browser/browser-storage.ts'
import { emptyRecord, isStudyRecord, type StudyRecord } from './study-record.ts'

const KEY = 'studyRecord'

/** The study record of this browser. Where storage is forbidden it lives as long as the page. */
export type Study = {
  record(): StudyRecord
  /** Changes the record as it stands now, so that a second tab's changes are not lost. */
  change(how: (record: StudyRecord) => StudyRecord): void
  /** Whether the browser keeps the record between visits. */
  isKept(): boolean
}

/** Opens the study record; `changed` is called after each change, another tab's included. */
export function openStudy(changed: () => void): Study {
  let memory = readStoredJson(KEY, isStudyRecord) ?? emptyRecord
  let kept = writeStored(KEY, JSON.stringify(memory))
  addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return
    memory = readStoredJson(KEY, isStudyRecord) ?? emptyRecord
    changed()
  })
  return {
    record: () => memory,
    change(how) {
      memory = how((kept ? readStoredJson(KEY, isStudyRecord) : undefined) ?? memory)
      kept = writeStored(KEY, JSON.stringify(memory))
      changed()
    },
    isKept: () => kept,
  }
}
