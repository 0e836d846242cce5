import { useQuery } from '@tanstack/react-query'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useSettled } from '#web/dashboard/ui/use-settled.ts'
import type { Blocklist } from './blocklist.ts'
import { previewWords } from './preview-words.ts'

const PAUSE = 400

type BlockPreviewProps = { blocklist: Blocklist; value: string; onChoose: (value: string) => void }

/** What blocking a value will hide, while it is being typed; silent until it is one that can be blocked. */
export function BlockPreview({ blocklist, value, onChoose }: BlockPreviewProps) {
  const wanted = useSettled(value, PAUSE)
  const { data, error } = useQuery({
    queryKey: [blocklist.read, 'preview', wanted],
    queryFn: ({ signal }) => blocklist.preview(wanted, signal),
    enabled: blocklist.isValid(wanted),
    // What is counted changes all the time.
    staleTime: 0,
    gcTime: 0,
  })
  const isShown = wanted === value && blocklist.isValid(wanted)
  const stored = isShown ? blocklist.stored(wanted) : ''
  const wider = isShown ? blocklist.wider?.(wanted) : undefined
  const words = !isShown
    ? value === '' && blocklist.words.hint
    : error
      ? 'What it would hide could not be counted.'
      : data?.isBlocked
        ? 'It is blocked already.'
        : data && previewWords(data)
  return (
    <div className="md:col-span-3">
      <p role="status" className="min-h-5 text-sm break-words text-ink-2">
        {stored !== wanted && stored !== '' && words ? `${stored}: ` : ''}
        {words}
      </p>
      {wider && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
          Phones and homes keep changing the end of an IPv6 address.
          <Button className="max-w-full" onClick={() => onChoose(wider)}>
            Block all of {wider}
          </Button>
        </p>
      )}
    </div>
  )
}
