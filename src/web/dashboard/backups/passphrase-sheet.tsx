import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/dashboard/ui/button.tsx'

/** Prints a page with the passphrase from this browser alone; it goes nowhere else. False where no page could open. */
function print(passphrase: string): boolean {
  const page = window.open('', '_blank')
  if (!page) return false
  const { document: paper } = page
  paper.title = 'Passphrase of the backups'
  const lines: [string, string][] = [
    ['h1', 'Passphrase of the backups'],
    [
      'p',
      `Of ${window.location.host}, set on ${new Date().toLocaleDateString('en-US', { dateStyle: 'long' })}.`,
    ],
    ['h2', passphrase],
    ['p', 'Without it no backup can be opened, by anybody. Keep this page where you keep your contracts.'],
    ['p', 'To restore: stop the server, then npm run restore -- FILE, and type the passphrase.'],
  ]
  for (const [tag, words] of lines) {
    const line = paper.createElement(tag)
    line.textContent = words
    paper.body.append(line)
  }
  page.print()
  return true
}

/** Offers, at the one moment at which the passphrase is known here, to print it. */
export function PassphraseSheet({ passphrase, onDone }: { passphrase: string; onDone: () => void }) {
  const [isBlocked, setIsBlocked] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  // It stands in place of the form that was sent.
  useEffect(() => text.current?.focus(), [])
  return (
    <div className="mt-3 rounded-md bg-sunken px-4 py-3">
      <p ref={text} tabIndex={-1} className="text-sm outline-none">
        The passphrase is set. This is the only moment at which it can be printed: afterwards it is never
        shown again.
      </p>
      {isBlocked && (
        <p role="alert" className="mt-1 text-sm text-danger">
          Your browser did not let the page open. Allow pop-ups for this site, or write the passphrase down.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => setIsBlocked(!print(passphrase))}>Print it</Button>
        <Button look="quiet" onClick={onDone}>
          I have written it down
        </Button>
      </div>
    </div>
  )
}
