import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'
/** A record as it was read, folded away until wanted. */
export function RawRecord({ title, record }: { title: string; record: unknown }) {
  return (
    <Disclosure title={<span className="font-semibold">{title}</span>} place="mt-5">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="mt-1 max-h-96 overflow-auto rounded-sm bg-sunken p-3 font-mono text-xs">
        {JSON.stringify(record, null, 2)}
      </pre>
    </Disclosure>
  )
}
