import { useMutation } from '@tanstack/react-query'
import { Check, ExternalLink, TriangleAlert } from 'lucide-react'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import type { CheckKind } from './check-kind.ts'

type ValueTestProps = { kind: CheckKind; value: string; label: string; invalid: boolean }

/** Tries a pasted link or id from the server and says in words how that went; a link can also be opened. */
export function ValueTest({ kind, value, label, invalid }: ValueTestProps) {
  const test = useMutation({
    mutationFn: (tried: string) => call('POST /api/site/check', { kind, value: tried }),
  })
  const wanted = value.trim()
  const isCurrent = test.variables === wanted
  const result = isCurrent ? test.data : undefined
  const words = result?.words ?? (isCurrent && test.error ? sentenceOf(test.error) : undefined)
  const isLink = /^(https:\/\/|\/)/.test(wanted)
  if (wanted === '') return null
  return (
    <div className="mt-1.5">
      <div className="flex flex-wrap items-center gap-1">
        <Button
          className="text-xs md:min-h-8"
          disabled={invalid || test.isPending}
          aria-label={`Test it: ${label}`}
          onClick={() => test.mutate(wanted)}
        >
          {test.isPending ? 'Testing…' : 'Test it'}
        </Button>
        {isLink && !invalid && (
          <a
            href={wanted}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open it in a new tab: ${label}`}
            className="inline-flex min-h-11 items-center gap-1 rounded-sm px-3 text-xs text-ink-2 hover:bg-sunken hover:text-ink md:min-h-8"
          >
            Open it <ExternalLink size={12} aria-hidden="true" />
          </a>
        )}
      </div>
      <p role="status" className="mt-1 text-xs">
        {words && (
          <span
            className={`flex items-start gap-1.5 ${result?.ok ? 'text-success' : result?.ok === null ? 'text-ink-2' : 'text-warning'}`}
          >
            {result?.ok ? (
              <Check size={14} aria-hidden="true" className="mt-px shrink-0" />
            ) : (
              <TriangleAlert size={14} aria-hidden="true" className="mt-px shrink-0" />
            )}
            {words}
          </span>
        )}
      </p>
    </div>
  )
}
