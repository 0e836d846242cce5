import { useQuery } from '@tanstack/react-query'
import { useSettled } from '#web/dashboard/ui/use-settled.ts'
import type { Blocklist } from './blocklist.ts'
import { previewWords } from './preview-words.ts'

const PAUSE = 400

/** What blocking a value will hide, while it is being typed; silent until it is one that can be blocked. */
export function BlockPreview({ blocklist, value }: { blocklist: Blocklist; value: string }) {
  const wanted = useSettled(value, PAUSE)
  const { data, error } = useQuery({
    queryKey: [blocklist.read, 'preview', wanted],
    queryFn: ({ signal }) => blocklist.preview(wanted, signal),
    enabled: blocklist.isValid(wanted),
    // What is counted changes all the time.
    staleTime: 0,
    gcTime: 0,
  })
  const words =
    wanted !== value || !blocklist.isValid(wanted)
      ? ''
      : error
        ? 'What it would hide could not be counted.'
        : data?.isBlocked
          ? 'It is blocked already.'
          : data && previewWords(data)
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2 md:col-span-3">
      {words}
    </p>
  )
}
