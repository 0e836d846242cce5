import { Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { SpendImport } from '#contract/ad-spend.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { importLine, platformName } from './spend-words.ts'
import { useSpendImports, useTakeBack } from './use-ad-spend.ts'

const FIRST = 6
const sources = { file: '', script: 'by script', meta: 'read from Meta' } as const
const consequences = {
  file: 'Its rows no longer count, and what they replaced counts again.',
  script: 'Everything it ever brought no longer counts. It brings the last days again when it runs next.',
  meta: 'Everything that was read no longer counts. It is not read any more until you have it read again.',
} as const

function OneImport({ one, tz }: { one: SpendImport; tz: string }) {
  const question = useAsking<HTMLLIElement>()
  const takeBack = useTakeBack(question.close)
  const isGone = one.takenBackAt !== null
  return (
    <li ref={question.goOn} tabIndex={-1} className="border-b border-line py-2 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className={`text-sm break-words ${isGone ? 'text-ink-3 line-through' : ''}`}>
            {one.name}
            {one.platform && <span className="text-ink-3"> · {platformName(one.platform)}</span>}
            {sources[one.source] && <span className="text-ink-3"> · {sources[one.source]}</span>}
          </p>
          <p className="text-xs text-ink-2 tabular-nums">
            {importLine(one)} · {shortTime(one.takenBackAt ?? one.committedAt, tz)}
          </p>
        </div>
        {!isGone && !question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            <Undo2 size={15} aria-hidden="true" />
            Take back<span className="sr-only"> {one.name}</span>
          </Button>
        )}
      </div>
      {question.asking && (
        <div className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          <p className="min-w-0">{consequences[one.source]}</p>
          <Button look="danger" disabled={takeBack.isPending} onClick={() => takeBack.mutate(one.id)}>
            Take it back
          </Button>
          <Button ref={question.no} look="quiet" onClick={question.keep}>
            Keep it
          </Button>
        </div>
      )}
    </li>
  )
}

/** What was imported, newest first, each with a way to take it back. */
export function ImportHistory() {
  const id = useId()
  const { tz } = useAddress()
  const { data, error } = useSpendImports()
  const [isWhole, setIsWhole] = useState(false)
  if (!data) return error ? <Failure of={error} /> : <div className="skeleton h-20" />
  if (data.length === 0) return null
  const shown = isWhole ? data : data.slice(0, FIRST)
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        What was imported
      </h2>
      <ul className="mt-2">
        {shown.map((one) => (
          <OneImport key={one.id} one={one} tz={tz} />
        ))}
      </ul>
      {data.length > FIRST && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${data.length}`}
        </Button>
      )}
    </section>
  )
}
