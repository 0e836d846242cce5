import { useState } from 'react'
import { Button } from '#web/dashboard/ui/button.tsx'
import { copyText } from '#web/dashboard/ui/copy-text.ts'
import { Disclosure } from '#web/dashboard/ui/disclosure.tsx'

/** The commands by which whoever runs the server restores a backup, to be copied. */
export function RestoreByHand({ folder, newest }: { folder: string; newest: string | null }) {
  const [told, setTold] = useState('')
  const command = `npm run restore -- "${folder}/${newest ?? 'FILE'}"`
  const copy = async () => {
    setTold((await copyText(command)) ? 'Copied' : 'Not copied: select the line and copy it yourself.')
  }
  return (
    <Disclosure title="Restore from the command line" place="mt-2">
      <div className="pb-2 text-sm text-ink-2">
        <p>
          For whoever runs the server: with the product stopped. What is there is kept in a safety copy first,
          and the restore happens whole or not at all. It asks for the passphrase.
        </p>
        <code className="mt-2 block rounded-sm bg-sunken px-3 py-2 text-xs break-all text-ink">
          {command}
        </code>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button onClick={() => void copy()}>Copy the command</Button>
          <span role="status" className="text-xs text-ink-3">
            {told}
          </span>
        </div>
      </div>
    </Disclosure>
  )
}
