import { type ReactNode, useId } from 'react'

/** A titled part of the status: its name at the side on wide windows, above it on phones. */
export function StatusSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-b border-line py-5 last:border-0 md:grid md:grid-cols-[14rem_1fr] md:gap-8"
    >
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <div className="min-w-0 max-md:mt-2">{children}</div>
    </section>
  )
}

/** One value with its name before it, a hairline beneath. */
export function StatusLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2 text-sm last:border-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className="ml-auto text-right tabular-nums">{children}</dd>
    </div>
  )
}
