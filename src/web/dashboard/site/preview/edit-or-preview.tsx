import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'

const views = [
  { part: '', label: 'Edit' },
  { part: 'preview', label: 'Preview' },
] as const

/** On a phone: one tap between the fields and the page they make; the narrowest show only where that tap leads. */
export function EditOrPreview() {
  const { part } = useAddress()
  const go = useGo()
  return (
    <fieldset className="flex shrink-0 rounded-sm border border-line-strong">
      <legend className="sr-only">What is shown</legend>
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          aria-pressed={(part === 'preview') === (view.part === 'preview')}
          onClick={() => go({ part: view.part })}
          className="min-h-11 px-2.5 text-sm max-[22.4375rem]:aria-pressed:hidden text-ink-2 aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          {view.label}
        </button>
      ))}
    </fieldset>
  )
}
