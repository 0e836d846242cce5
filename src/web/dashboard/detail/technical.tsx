import type { ReactNode } from 'react'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'

/** What is rarely needed, folded away at the end: ids, devices, click ids, records. */
export function Technical({ children }: { children: ReactNode }) {
  return (
    <Disclosure
      title={<span className="font-semibold">Technical details</span>}
      place="mt-8 border-t border-line pt-2"
    >
      <div className="pt-2">{children}</div>
    </Disclosure>
  )
}
