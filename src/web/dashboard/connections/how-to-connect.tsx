import { Check, ChevronRight, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Connection } from '#contract/connections.ts'
import { IconButton } from '#web/dashboard/ui/button.tsx'
import { vendorLabels } from './connection-labels.ts'

const SHOWN_MS = 2000

/** Something to paste elsewhere, with a button that copies it. */
function CopyLine({ label, value }: { label: string; value: string }) {
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
    <div className="flex items-center gap-1 border-b border-line last:border-0">
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

type HowToConnectProps = { connection: Connection; isAddressKnown: boolean }

/** What to enter where to connect a vendor. Secrets are named here and kept on the server. */
export function HowToConnect({ connection, isAddressKnown }: HowToConnectProps) {
  const { vendor, webhookUrl, variables, state } = connection
  const { name, steps } = vendorLabels[vendor]
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-sm text-sm text-ink-2 hover:text-ink md:min-h-8">
        <ChevronRight size={15} aria-hidden="true" className="transition-transform group-open:rotate-90" />
        {state === 'not-connected' ? 'How to connect' : 'How it is connected'}
        <span className="sr-only">for {name}</span>
      </summary>
      <div className="mt-1 max-w-160 border-l border-line pl-4">
        <ol className="list-decimal space-y-1 pl-4 text-sm text-ink-2">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {webhookUrl && (
          <div className="mt-3">
            <p className="text-xs text-ink-3">Address to paste</p>
            <CopyLine label={`the address for ${name}`} value={webhookUrl} />
            {!isAddressKnown && (
              <p className="mt-1 text-xs text-warning">
                PUBLIC_URL is not set on the server, so this address works on this machine only.
              </p>
            )}
          </div>
        )}
        {variables.length > 0 && (
          <div className="mt-3">
            <p className="text-xs text-ink-3">Variables on the server; their values never reach a browser</p>
            {variables.map(({ name: variable, isSet }) => (
              <div key={variable} className="flex items-center gap-2">
                <div className="min-w-0 flex-1">
                  <CopyLine label={variable} value={variable} />
                </div>
                <span className={`w-12 shrink-0 text-xs ${isSet ? 'text-ink-2' : 'text-ink-3'}`}>
                  {isSet ? 'Set' : 'Not set'}
                </span>
              </div>
            ))}
          </div>
        )}
      </div>
    </details>
  )
}
