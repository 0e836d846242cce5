/** A record as it was read, folded away until wanted. */
export function RawRecord({ title, record }: { title: string; record: unknown }) {
  return (
    <details className="mt-7">
      <summary className="min-h-9 text-sm font-semibold">{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="mt-1 max-h-96 overflow-auto rounded-sm bg-sunken p-3 font-mono text-xs">
        {JSON.stringify(record, null, 2)}
      </pre>
    </details>
  )
}
