import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** What is rarely needed, folded away at the end: ids, devices, click ids, records. */
export function Technical({ children }: { children: ReactNode }) {
  return (
    <details className="fold mt-8 border-t border-line pt-2">
      <summary className="flex min-h-11 items-center gap-1.5 text-sm font-semibold">
        <ChevronRight size={15} aria-hidden="true" className="fold-mark text-ink-3" />
        Technical details
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  )
}
