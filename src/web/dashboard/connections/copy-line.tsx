import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { copyText } from '#web/dashboard/ui/copy-text.ts'

const SHOWN_MS = 2000

/** Something to paste elsewhere, with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const isCopied = await copyText(value)
    setCopied(isCopied)
    setIsRefused(!isCopied)
    // One more key or press copies what is selected.
    if (!isCopied && text.current) window.getSelection()?.selectAllChildren(text.current)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1 rounded-sm border border-line bg-surface pl-3">
      <code ref={text} className="min-w-0 flex-1 py-1.5 font-mono text-xs break-all">
        {value}
      </code>
      <IconButton label={copied ? `${label} copied` : `Copy ${label}`} onClick={() => void copy()}>
        {copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      </IconButton>
      <span role="status" className={isRefused ? 'basis-full pb-1.5 text-xs text-warning' : 'sr-only'}>
        {copied
          ? 'Copied'
          : isRefused
            ? 'Your browser did not copy it. It is selected: copy it yourself.'
            : ''}
      </span>
    </div>
  )
}
