import { useEffect, useRef, useState } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { SearchInput } from '#web/dashboard/ui/search-input.tsx'

const PAUSE = 250

/**
 * Of the searches that a field sent to the address, the one that it says now and those sent since; null where it says none of
 * them: somebody went back, or pressed a link.
 */
export function fromNow(sent: string[], q: string): string[] | null {
  const at = sent.indexOf(q)
  return at === -1 ? null : sent.slice(at)
}

/** Searches the list on the server a quarter of a second after the last key; the text stands in the address. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const { q } = useAddress()
  const go = useGo()
  const [text, setText] = useState(q)
  // What the address said last, and what was sent to it since: a slow phone still draws one search while the next is typed.
  const sent = useRef([q])

  // Back and forward change the address; the field follows.
  useEffect(() => {
    const own = fromNow(sent.current, q)
    sent.current = own ?? [q]
    if (!own) setText(q)
  }, [q])

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current.at(-1)) return
    const timer = setTimeout(() => {
      sent.current.push(wanted)
      go({ q: wanted, open: '' }, { replace: true })
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text, go])

  return (
    <SearchInput
      label={label}
      place="min-w-0 grow basis-full md:max-w-112 md:basis-0"
      value={text}
      maxLength={200}
      placeholder={placeholder}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setText('')
        if (text === '') event.currentTarget.blur()
      }}
    />
  )
}
