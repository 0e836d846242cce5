import { useRef, useState } from 'react'
import type { SiteContent } from '#contract/site-content.ts'
import { useDialog } from '#web/site/island/use-dialog.ts'
import { linkToHere } from './link-to-here.ts'

const systemOf = (userAgent: string): 'apple' | 'android' | undefined =>
  /iPhone|iPad|iPod/.test(userAgent) ? 'apple' : /Android/.test(userAgent) ? 'android' : undefined

async function copied(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Many apps' browsers know only the old way.
    field.select()
    return document.execCommand('copy')
  }
}

/** The help for visitors inside an app's browser: a fresh link to copy, and the steps of this phone's system. */
export function OpenOutside({ words }: { words: SiteContent['inApp'] }) {
  const field = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState('')
  const [isCopied, setCopied] = useState<boolean>()
  const { isAlive, dialog, close } = useDialog('#open-outside', {
    onOpen() {
      setLink('')
      setCopied(undefined)
      void linkToHere().then(setLink)
    },
  })
  const system = isAlive ? systemOf(navigator.userAgent) : undefined
  const systems = [
    { name: 'apple', title: words.appleTitle, steps: words.appleSteps },
    { name: 'android', title: words.androidTitle, steps: words.androidSteps },
  ].filter(({ name }) => system === undefined || name === system)
  return (
    <dialog id="open-outside" className="outside" aria-labelledby="outside-title" {...dialog}>
      <div className="outside-sheet">
        <h2 id="outside-title">{words.title}</h2>
        <p>{words.text}</p>
        <input type="text" readOnly aria-label={words.copy} value={link} ref={field} />
        <button
          type="button"
          className="button outside-copy"
          disabled={link === ''}
          onClick={() => {
            if (field.current) void copied(field.current).then(setCopied)
          }}
        >
          {words.copy}
        </button>
        <p role="status">{isCopied === undefined ? '' : isCopied ? words.copied : words.notCopied}</p>
        {systems.map(({ name, title, steps }) => (
          <div key={name}>
            <h3>{title}</h3>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        ))}
        <p>{words.menu}</p>
        <button type="button" className="button button-quiet outside-close" onClick={close}>
          {words.close}
        </button>
      </div>
    </dialog>
  )
}
