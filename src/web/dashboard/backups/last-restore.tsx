import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { LastRestore } from '#contract/backups.ts'
import { restoreLine } from './backup-words.ts'

type LastRestoreNoteProps = {
  restore: LastRestore
  tz: string
  /** Where the focus goes on once a restore has begun. */
  note: RefObject<HTMLParagraphElement | null>
}

/** How the last restore went, or that one is under way; when it ends, everything that is shown is read again. */
export function LastRestoreNote({ restore, tz, note }: LastRestoreNoteProps) {
  const client = useQueryClient()
  const { state } = restore
  const before = useRef(state)
  useEffect(() => {
    const isOver = before.current === 'running' && state !== 'running'
    before.current = state
    if (isOver) void client.invalidateQueries()
  }, [state, client])
  return (
    <p
      ref={note}
      role="status"
      tabIndex={-1}
      className={`mt-4 rounded-md bg-sunken px-4 py-3 text-sm break-words ${state === 'failed' ? 'text-danger' : 'text-ink-2'}`}
    >
      {restoreLine(restore, tz)}
    </p>
  )
}
