import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { AlertChannel, AlertSettings as Alerts } from '#contract/alerts.ts'
import { call } from '#web/dashboard/api/call.ts'
import { CallFailed, sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { FailedPart } from '#web/dashboard/list/list-states.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { ChangedMeanwhile } from '#web/dashboard/ui/changed-meanwhile.tsx'
import { keptInTab } from '#web/dashboard/ui/kept-in-tab.ts'
import { Switch } from '#web/dashboard/ui/switch.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'

const key = reading('GET /api/alerts/settings', {}).queryKey
const mutationKey = ['change alerts']

type Way = {
  channel: AlertChannel
  label: string
  note: string
  address: 'emailTo' | 'webhookUrl'
  newLead: 'emailNewLead' | 'webhookNewLead'
  trouble: 'emailTrouble' | 'webhookTrouble'
}

const ways: Way[] = [
  {
    channel: 'email',
    label: 'Email address for alerts',
    note: 'Each lead’s name, contact details and source are sent there.',
    address: 'emailTo',
    newLead: 'emailNewLead',
    trouble: 'emailTrouble',
  },
  {
    channel: 'webhook',
    label: 'Webhook address for alerts',
    note: 'An https:// address from Slack, Zapier or a program of your own. The same news goes there as JSON.',
    address: 'webhookUrl',
    newLead: 'webhookNewLead',
    trouble: 'webhookTrouble',
  },
]

// `of` is the address that stood there when the typing began.
const Typed = z.object({ text: z.string(), of: z.string() })

const keptAddress = (channel: AlertChannel) =>
  keptInTab(`alert-address.${channel}`, (value) => Typed.safeParse(value).data)

type Typed = z.output<typeof Typed>

/** What stands in the field of an address at first: what was typed and not saved, else the address itself. */
function typedAtFirst(channel: AlertChannel, address: string): Typed {
  const kept = keptAddress(channel).read()
  return kept && kept.text.trim() !== address ? kept : { text: address, of: address }
}

/** The changes that are not answered yet, in the order in which they were made. */
const useOnTheirWay = () =>
  useMutationState({
    filters: { mutationKey, status: 'pending' },
    // `OneWay` below is the only one that uses this key.
    select: (mutation) => mutation.state.variables as Partial<Alerts>,
  })

function OneWay({ way, stored }: { way: Way; stored: Alerts }) {
  const client = useQueryClient()
  const address = stored[way.address]
  const { channel } = way
  const [typed, setTyped] = useState(() => typedAtFirst(channel, address))
  const isChanged = typed.text.trim() !== address
  // Another address takes the place of the one that stands here, but not of what is being typed.
  useEffect(
    () =>
      setTyped((now) =>
        now.text === now.of || now.text.trim() === address ? { text: address, of: address } : now,
      ),
    [address],
  )
  useEffect(() => {
    if (typed.text === typed.of) keptAddress(channel).forget()
    else keptAddress(channel).write(typed)
  }, [channel, typed])
  const save = useMutation({
    mutationKey,
    // In order, so that the answer that comes last is to the change that was made last.
    scope: { id: 'alerts' },
    mutationFn: (change: Partial<Alerts>) => call('PUT /api/alerts/settings', change),
    onSuccess: async (saved, change) => {
      // An answer that was asked for before this change must not take it back.
      await client.cancelQueries({ queryKey: key })
      const sent = change[way.address]
      if (sent !== undefined) {
        const of = saved[way.address]
        const now = keptAddress(channel).read()
        // What was typed since is still to be saved, in place of this one.
        if (now && now.text.trim() !== sent) keptAddress(channel).write({ text: now.text, of })
        else keptAddress(channel).forget()
        setTyped(({ text }) => ({ text: text.trim() === sent ? of : text, of }))
      }
      client.setQueryData(key, saved)
    },
  })
  const test = useMutation({ mutationFn: () => call('POST /api/alerts/test', { channel: way.channel }) })
  // A switch must move under the finger; what is stored takes over once it has been saved.
  const shown: Alerts = Object.assign({}, stored, ...useOnTheirWay())
  const problem =
    save.error instanceof CallFailed
      ? (save.error.fields[way.address] ?? save.error.sentence)
      : save.error && sentenceOf(save.error)
  const told = test.data?.message ?? (test.error ? sentenceOf(test.error) : '')
  const hasAddress = address !== ''
  return (
    <div className="mb-4 last:mb-0">
      <TextField
        label={way.label}
        value={typed.text}
        onChange={(value) => {
          setTyped({ text: value, of: isChanged && value !== address ? typed.of : address })
          if (save.error) save.reset()
        }}
        note={way.note}
        problem={problem || undefined}
        maxLength={way.channel === 'email' ? 254 : 1000}
      />
      {isChanged && typed.of !== address && !save.isPending && (
        <ChangedMeanwhile what="This address" now={address || 'none'} />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          disabled={!isChanged || save.isPending}
          onClick={() => save.mutate({ [way.address]: typed.text.trim() })}
        >
          {save.isPending ? 'Saving…' : 'Save address'}
          <span className="sr-only">by {way.channel}</span>
        </Button>
        <Button
          look="quiet"
          disabled={!hasAddress || isChanged || test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? 'Sending…' : 'Send a test'}
          <span className="sr-only">by {way.channel}</span>
        </Button>
      </div>
      <p
        role="status"
        className={told ? `mt-1 text-sm ${test.data?.success ? 'text-ink-2' : 'text-danger'}` : ''}
      >
        {told}
      </p>
      <div className="flex flex-wrap gap-x-6">
        <Switch
          checked={shown[way.newLead]}
          disabled={!hasAddress}
          onChange={(checked) => save.mutate({ [way.newLead]: checked })}
        >
          New lead<span className="sr-only"> by {way.channel}</span>
        </Switch>
        <Switch
          checked={shown[way.trouble]}
          disabled={!hasAddress}
          onChange={(checked) => save.mutate({ [way.trouble]: checked })}
        >
          Something broke<span className="sr-only">, by {way.channel}</span>
        </Switch>
      </div>
    </div>
  )
}

/** What the owner wants to be alerted about, and where. */
export function AlertSettings() {
  const { data, error, refetch } = useQuery(reading('GET /api/alerts/settings', {}))
  if (!data)
    return error ? (
      <FailedPart what="The alerts" error={error} retry={() => void refetch()} />
    ) : (
      <div className="skeleton h-40" />
    )
  return (
    <>
      {!data.isEmailSetUp && (
        <p className="mb-3 text-xs text-warning">
          Emails need a mail server: connect yours under Connections.
        </p>
      )}
      {ways.map((way) => (
        <OneWay key={way.channel} way={way} stored={data} />
      ))}
    </>
  )
}
