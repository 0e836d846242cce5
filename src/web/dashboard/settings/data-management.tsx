import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rangeLabels } from '#contract/range.ts'
import { rangeInput } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { isSignedOut } from '#web/dashboard/api/call-failed.ts'
import { useCsvSeparator } from '#web/dashboard/export/csv-separator.ts'
import { DownloadLink, type ExportFile } from '#web/dashboard/export/download-link.tsx'
import { ownDays } from '#web/dashboard/range/days-words.ts'
import { sessionQuery } from '#web/dashboard/session/session-query.ts'
import { useSummary } from '#web/dashboard/shell/use-summary.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { changePreferences } from './preferences.ts'

const files: [ExportFile, string][] = [
  ['visitors', 'Visitors'],
  ['leads', 'Leads'],
  ['applications', 'Applications'],
  ['page-views', 'Page views'],
  ['tag-logs', 'Tag log'],
]

/** The lists of the chosen days as files, and a fresh start for what this browser has read. */
export function DataManagement() {
  const address = useAddress()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const input = rangeInput(address)
  const separator = useCsvSeparator()
  const days = ownDays(address, useSummary().data) || rangeLabels[address.range].toLowerCase()

  const clear = async () => {
    setBusy(true)
    const [session] = sessionQuery.queryKey
    try {
      client.removeQueries({ type: 'inactive' })
      await client.resetQueries(
        { predicate: ({ queryKey }) => queryKey[0] !== session },
        { throwOnError: true },
      )
      showToast({ title: 'Cache cleared', message: 'Everything on screen was reloaded.' })
    } catch (error) {
      if (!isSignedOut(error))
        showToast({
          title: 'Cache cleared',
          message: 'Some data could not be reloaded. Try Refresh.',
          bad: true,
        })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p className="text-sm text-ink-2">
        Export Data <span className="text-ink-3">· CSV, {days}</span>
      </p>
      <div className="-ml-2 flex flex-wrap">
        {files.map(([file, label]) => (
          <DownloadLink
            key={file}
            file={file}
            input={file === 'leads' ? { ...input, include: 'records' } : input}
          >
            {label}
          </DownloadLink>
        ))}
      </div>
      <Switch
        checked={separator === 'semicolon'}
        onChange={(checked) => changePreferences({ csvSeparator: checked ? 'semicolon' : 'comma' })}
      >
        Semicolons between columns
      </Switch>
      <p className="mb-1 pl-11.5 text-xs text-ink-3">
        For Excel in German, French, Spanish and other languages that write 1,5: it shows a file with commas
        as one column. Until you choose, your browser’s language decides.
      </p>
      <Button className="mt-2" disabled={busy} onClick={() => void clear()}>
        {busy ? 'Reloading…' : 'Clear Cache'}
      </Button>
    </>
  )
}
