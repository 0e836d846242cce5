import { useMutation } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReadAddress } from '#contract/ad-address.ts'
import { placementOf } from '#contract/ad-address-builder.ts'
import type { AttributionKey } from '#contract/attribution.ts'
import { call } from '#web/dashboard/api/call.ts'
import { tidyPasted } from '#web/dashboard/site/fields/tidy-pasted.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { WhereToPaste } from './where-to-paste.tsx'

const words: Partial<Record<AttributionKey, string>> = {
  utm_source: 'Source',
  utm_source_platform: 'Platform',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_campaign_id: 'Campaign’s id',
  utm_adset: 'Ad set',
  utm_adset_id: 'Ad set’s id',
  utm_ad: 'Ad',
  utm_ad_id: 'Ad’s id',
  utm_placement: 'Placement',
  utm_content: 'Content',
  utm_term: 'Search term',
  fbclid: 'Facebook’s click',
}

/** What a parameter of an address is called in plain words. */
const parameterWords = (key: AttributionKey): string => words[key] ?? key

/** Each sentence once, with every parameter that it is said of. */
function onceEach(warnings: ReadAddress['warnings']): { words: string; parameters: string[] }[] {
  const said = new Map<string, string[]>()
  for (const { words, parameter } of warnings)
    said.set(words, [...(said.get(words) ?? []), ...(parameter ? [parameter] : [])])
  return [...said].map(([words, parameters]) => ({ words, parameters: [...new Set(parameters)] }))
}

function Understood({ read, address }: { read: ReadAddress; address: string }) {
  const value = (wanted: AttributionKey) => read.attribution.find(({ key }) => key === wanted)?.value
  const placement = placementOf({ utm_source: value('utm_source'), utm_medium: value('utm_medium') })
  return (
    <div className="mt-4 space-y-4 text-sm">
      {read.path !== null && (
        <p className="flex items-start gap-2">
          {read.pageExists ? (
            <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
          ) : (
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
          )}
          {read.pageExists ? `It opens your page ${read.path}.` : 'It does not open a page of this site.'}
        </p>
      )}
      {read.warnings.length > 0 && (
        <ul aria-label="What to look at" className="space-y-2 rounded-md bg-warning-soft px-3 py-3">
          {onceEach(read.warnings).map(({ words, parameters }) => (
            <li key={words}>
              {words}
              {parameters.length > 0 && (
                <span className="mt-0.5 block font-mono text-xs break-words text-ink-2">
                  {parameters.join(', ')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {read.attribution.length > 0 && (
        <dl className="border-t border-line">
          {read.attribution.map(({ key, value }) => (
            <div key={key} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-3 border-b border-line py-2">
              <dt className="text-ink-2">{parameterWords(key)}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {placement && read.pageExists && <WhereToPaste placement={placement} address={address} />}
    </div>
  )
}

/** Looks at a pasted address: what the product understands of it, and what will not be counted as meant. */
export function AddressReader() {
  const [text, setText] = useState('')
  const id = useId()
  const reading = useMutation({
    // Phones copy an address without its https://; what is said of http:// must still be said.
    mutationFn: (pasted: string) =>
      call('POST /api/site/read-address', {
        address: /^https?:/i.test(pasted) ? pasted : tidyPasted('link', pasted),
      }),
  })
  const { data, error } = reading
  const answer = useRef<HTMLDivElement>(null)
  // On a phone the answer may lie behind the bar at the foot.
  useEffect(() => {
    if (data) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        Check an ad link
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">Paste one before you spend money on it.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '') reading.mutate(text.trim())
        }}
      >
        <label htmlFor={id} className="mb-1 block text-sm text-ink-2">
          Link
        </label>
        <textarea
          id={id}
          rows={3}
          value={text}
          maxLength={4000}
          placeholder="https://…"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="block w-full rounded-sm border border-control bg-surface px-3 py-2 text-base break-all md:text-sm"
        />
        <Button type="submit" className="mt-2" disabled={text.trim() === '' || reading.isPending}>
          {reading.isPending ? 'Reading…' : 'Check it'}
        </Button>
      </form>
      <div ref={answer} role="status" className="scroll-mb-20">
        {data && <Understood read={data} address={reading.variables ?? ''} />}
      </div>
      <Failure of={error} className="mt-3" />
    </section>
  )
}
