import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { timezones } from '#contract/range.ts'
import { defaultSettings, type Settings } from '#contract/settings.ts'
import { addressOfTab } from '#web/dashboard/address/address-state.ts'
import { useAddress, useGo } from '#web/dashboard/address/use-address.ts'
import { useChosen } from '#web/dashboard/address/use-chosen.ts'
import { call } from '#web/dashboard/api/call.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { BackupSettings } from '#web/dashboard/backups/backup-settings.tsx'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { RetentionSettings } from '#web/dashboard/retention/retention-settings.tsx'
import { leaveDashboard } from '#web/dashboard/session/session-query.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { AlertSettings } from './alert-settings.tsx'
import { DataManagement } from './data-management.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionsList } from './sessions-list.tsx'
import { useChangeSettings, useSettings } from './use-settings.ts'

type SectionProps = {
  title: string
  isAskedFor?: boolean
  /** Whether what stands before it is still to be read: then it takes more room afterwards. */
  isMoving?: boolean
  children: ReactNode
}

/** A titled part of the settings; the one that was asked for is where the dialog opens. */
function Section({ title, isAskedFor = false, isMoving = false, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is gone to again once it has moved.
  useEffect(() => {
    if (!isAskedFor) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isAskedFor, isMoving])
  return (
    <section className="border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <h3
        ref={heading}
        tabIndex={isAskedFor ? -1 : undefined}
        className="mb-2 scroll-mt-20 text-sm font-medium outline-none"
      >
        {title}
      </h3>
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

function About() {
  const form = useOpened()
  return (
    <>
      <p className="text-sm">Analytics Dashboard v2.0</p>
      <p className="text-sm text-ink-2">Data updated in real-time</p>
      <p className="mt-1 text-sm">
        <a className="underline underline-offset-2" href="/api/docs" target="_blank" rel="noopener">
          API documentation
        </a>{' '}
        <span className="text-ink-2">for engineers</span>
      </p>
      <div className="mt-2 flex items-center justify-between gap-3">
        <p className="text-sm">Password: Set</p>
        {!form.isOpen && (
          <Button ref={form.opener} onClick={form.open}>
            Change
          </Button>
        )}
      </div>
      {form.isOpen && <PasswordForm onDone={form.close} />}
    </>
  )
}

type SettingsDialogProps = {
  /** The part that was asked for; the beginning where there is none. */
  part?: 'backups' | undefined
  onClose: () => void
}

/** The owner's choices, what the dashboard is, who is signed in, and the way out (docs/spec.md, 'Settings'). */
export default function SettingsDialog({ part, onClose }: SettingsDialogProps) {
  const address = useAddress()
  const go = useGo()
  const [timezone, chooseTimezone] = useChosen(address.tz, (tz) => go({ tz }, { replace: true }))
  const stored = useSettings()
  const { error, refetch } = useQuery(reading('GET /api/analytics/settings', {}))
  const { isPending: areAlertsPending } = useQuery(reading('GET /api/alerts/settings', {}))
  // A switch must move under the finger; what is stored takes over once all choices are answered.
  const [chosen, setChosen] = useState<Partial<Settings>>({})
  const save = useChangeSettings(() => setChosen({}))
  const settings = { ...(stored ?? defaultSettings), ...chosen }
  const change = (choice: Partial<Settings>) => {
    setChosen((before) => ({ ...before, ...choice }))
    save(choice)
  }
  return (
    <Dialog title="Settings" shape="card" onClose={onClose}>
      <Section title="Timezone">
        <select
          aria-label="Timezone"
          value={timezone}
          onChange={(event) => {
            const chosen = timezones.find((name) => name === event.currentTarget.value) ?? timezones[0]
            change({ timezone: chosen })
            chooseTimezone(chosen)
          }}
          className={fieldLook}
        >
          {timezones.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <p className="mt-1.5 text-xs text-ink-3">
          Days begin and end in this timezone, and times are shown in it.
        </p>
      </Section>
      <Section title="Privacy & Security">
        {!stored ? (
          <div className="mb-3">
            {error ? (
              <FailedPart what="These settings" error={error} retry={() => void refetch()} />
            ) : (
              <div className="skeleton h-16" />
            )}
          </div>
        ) : (
          <>
            <Switch
              checked={settings.trackUserAgents}
              onChange={(checked) => change({ trackUserAgents: checked })}
            >
              Track user agents
            </Switch>
            <p className="mb-3 pl-11.5 text-xs text-ink-3">
              When off, visits and leads are stored without the browser’s name, and the device only as phone,
              tablet or desktop. What is already stored stays.
            </p>
          </>
        )}
        <Button
          onClick={() => {
            go(addressOfTab(address, 'blocked-ips'))
            onClose()
          }}
        >
          Manage Blocked IPs
        </Button>
      </Section>
      {stored && (
        <Section title="Display">
          <Switch checked={settings.autoRefresh} onChange={(checked) => change({ autoRefresh: checked })}>
            Auto-refresh data
          </Switch>
          <p className="mb-1 pl-11.5 text-xs text-ink-3">
            Refreshes everything every 30 to 60 seconds, even in the background. When off, the page updates
            when something changes.
          </p>
          <Switch checked={settings.dense} onChange={(checked) => change({ dense: checked })}>
            Dense table view
          </Switch>
        </Section>
      )}
      <Section title="Alerts">
        <AlertSettings />
      </Section>
      <Section title="Backups" isAskedFor={part === 'backups'} isMoving={areAlertsPending}>
        <BackupSettings />
      </Section>
      <Section title="Connections">
        <Button
          onClick={() => {
            go(addressOfTab(address, 'connections'))
            onClose()
          }}
        >
          Manage Connections
        </Button>
      </Section>
      <Section title="Status">
        <p className="mb-2 text-xs text-ink-3">Whether the server has room, and what it is busy with.</p>
        <Button
          onClick={() => {
            go(addressOfTab(address, 'status'))
            onClose()
          }}
        >
          Show Status
        </Button>
      </Section>
      <Section title="How long data is kept">
        <RetentionSettings />
      </Section>
      <Section title="Data Management">
        <DataManagement />
      </Section>
      <Section title="About">
        <About />
      </Section>
      <Section title="Sessions">
        <SessionsList />
        <div className="mt-3">
          <SignOut />
        </div>
      </Section>
    </Dialog>
  )
}
