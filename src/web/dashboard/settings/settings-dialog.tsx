import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { timezones } from '#contract/range.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { leaveDashboard } from '#web/dashboard/session/session-query.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { changePreferences } from './preferences.ts'
import { usePreferences } from './use-preferences.ts'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <h3 className="mb-2 text-sm font-medium">{title}</h3>
      {children}
    </section>
  )
}

function SignOut() {
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => call('POST /api/analytics/logout', {}),
    onSuccess: () => leaveDashboard(client, false),
  })
  return (
    <>
      <Button onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        {signOut.isPending ? 'Signing out…' : 'Sign out'}
      </Button>
      {signOut.error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {sentenceOf(signOut.error)}
        </p>
      )}
    </>
  )
}

/** The owner's choices about the dashboard, what it is, and the way out. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { autoRefresh, dense } = usePreferences()
  const { tz } = useAddress()
  const go = useGo()
  return (
    <Dialog title="Settings" shape="card" onClose={onClose}>
      <Section title="Timezone">
        <select
          aria-label="Timezone"
          value={tz}
          onChange={(event) => {
            const timezone = timezones.find((name) => name === event.currentTarget.value) ?? timezones[0]
            changePreferences({ timezone })
            go({ tz: timezone }, { replace: true })
          }}
          className={fieldLook}
        >
          {timezones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <p className="mt-1.5 text-xs text-ink-3">Days begin and end here, and times are shown in it.</p>
      </Section>
      <Section title="Display">
        <Switch checked={autoRefresh} onChange={(checked) => changePreferences({ autoRefresh: checked })}>
          Auto-refresh data
        </Switch>
        <p className="mb-1 pl-11.5 text-xs text-ink-3">
          Reads everything again every 30 to 60 seconds, also in the background. Off, the page reads when
          something has changed.
        </p>
        <Switch checked={dense} onChange={(checked) => changePreferences({ dense: checked })}>
          Dense table view
        </Switch>
      </Section>
      <Section title="About">
        <p className="text-sm">Analytics Dashboard v2.0</p>
        <p className="text-sm text-ink-2">Data updated in real-time</p>
      </Section>
      <Section title="Session">
        <SignOut />
      </Section>
    </Dialog>
  )
}
