import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#web/dashboard/ui/button.tsx'

const SHOWN_MS = 2000

/** Something to paste elsewhere, with a button that copies it. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      // Without the permission the text can still be selected: it is shown whole.
      () => setCopied(false),
    )
  return (
    <div className="flex items-center gap-1 rounded-sm border border-line bg-surface pl-3">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-xs break-all">{value}</code>
      <IconButton label={copied ? `${label} copied` : `Copy ${label}`} onClick={() => void copy()}>
        {copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </div>
  )
}
