import { useEffect, useRef, useState } from 'react'
import type { TrainingContent } from '#contract/site-content-training.ts'
import { leaveFor } from '#web/site/browser/dialog-step.ts'
import type { FragmentDialog } from '#web/site/island/use-dialog.ts'
import { FrameDialog } from '#web/site/page/frame-dialog.tsx'
import { isTypeform } from './application-address.ts'
import { applicationMessage } from './application-message.ts'
import type { ApplicationAddresses } from './use-application.ts'

const PATIENCE_MS = 8000

/**
 * The form's frame: words until the form is there, then the form. A form that does not come leaves words that send to
 * its own page in place of a broken frame; it still shows when it comes after all.
 */
function ApplicationFrame(props: { words: TrainingContent['application']; address: string }) {
  const { words, address } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [isSlow, setSlow] = useState(false)
  const { origin, hostname } = new URL(address)
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== origin) return
      const message = applicationMessage(event.data)
      if (message?.kind === 'ready') setReady(true)
      if (message?.kind === 'onward') leaveFor(message.address, frame.current)
    }
    addEventListener('message', hear)
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      removeEventListener('message', hear)
      clearTimeout(timer)
    }
  }, [origin])
  return (
    <div className="application-body" data-state={isReady ? 'ready' : undefined}>
      <p role="status">{isSlow ? words.slow : words.loading}</p>
      <iframe
        ref={frame}
        className="application-frame"
        src={address}
        title={words.title}
        allow="microphone; camera"
        onLoad={isTypeform(hostname) ? undefined : () => setReady(true)}
      />
    </div>
  )
}

/** The dialog that holds the application form; its frame is made when it is first opened, and kept from then on. */
export function ApplicationDialog(props: {
  words: TrainingContent['application']
  close: string
  addresses: ApplicationAddresses
  state: FragmentDialog
}) {
  const { words, close, addresses, state } = props
  // What was typed must not be lost to an address that is filled in later.
  const [address, setAddress] = useState<string>()
  if (state.isOpen && address === undefined && addresses.isComplete) setAddress(addresses.embedded)
  const elsewhere = (
    <a href={addresses.tab} target="_blank" rel="noopener" className="application-tab">
      {words.elsewhere}
    </a>
  )
  return (
    <FrameDialog id="application" title={words.title} close={close} beside={elsewhere} state={state}>
      {address ? (
        <ApplicationFrame words={words} address={address} />
      ) : (
        <div className="application-body">
          <p role="status">{words.loading}</p>
        </div>
      )}
    </FrameDialog>
  )
}
