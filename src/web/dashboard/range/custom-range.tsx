import { useState } from 'react'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'

/**
 * First and last day of a range of one's own; without a last day it runs to the end of today
 * (docs/spec.md, 'Date ranges').
 */
export function CustomRange({ onDone }: { onDone: () => void }) {
  const address = useAddress()
  const go = useGo()
  const [from, setFrom] = useState(address.from)
  const [to, setTo] = useState(address.to)
  const backwards = from !== '' && to !== '' && to < from

  return (
    <form
      className="mt-1 grid grid-cols-2 gap-x-2 gap-y-1 border-t border-line px-3 pt-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (backwards) return
        go({ range: 'custom', from, to, open: '' })
        onDone()
      }}
    >
      <label className="min-w-0 text-xs text-ink-2">
        From
        <input
          type="date"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          className={`${fieldLook} mt-1 px-2`}
        />
      </label>
      <label className="min-w-0 text-xs text-ink-2">
        To
        <input
          type="date"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          aria-invalid={backwards}
          aria-describedby="custom-range-note"
          className={`${fieldLook} mt-1 px-2`}
        />
      </label>
      <p
        id="custom-range-note"
        role="status"
        className={`col-span-2 text-xs ${backwards ? 'text-danger' : 'text-ink-3'}`}
      >
        {backwards
          ? 'The last day is before the first.'
          : 'Without an end: to today. Without both: the last 7 days.'}
      </p>
      <Button look="primary" type="submit" disabled={backwards} className="col-span-2 mt-1">
        Show these days
      </Button>
    </form>
  )
}
