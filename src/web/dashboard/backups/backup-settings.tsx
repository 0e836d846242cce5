import { Download } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { Backup, Backups } from '#contract/backups.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { backupLine, proofLine } from './backup-words.ts'
import { BringBackup } from './bring-backup.tsx'
import { LastRestoreNote } from './last-restore.tsx'
import { PassphraseForm } from './passphrase-form.tsx'
import { PassphraseSheet } from './passphrase-sheet.tsx'
import { RestoreByHand } from './restore-by-hand.tsx'
import { RestoreForm } from './restore-form.tsx'
import { SafetyCopies } from './safety-copies.tsx'
import { SecondPlaceSettings } from './second-place.tsx'
import { useBackupNow, useBackups } from './use-backups.ts'

const FIRST = 4

type Chosen = { file: string; at: string; passphrase?: string }
type OnRestore = ((one: Chosen) => void) | null

function OneBackup({ backup, tz, onRestore }: { backup: Backup; tz: string; onRestore: OnRestore }) {
  const at = shortTime(backup.startedAt, tz)
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0">
      <div className="min-w-0">
        <p className="text-sm tabular-nums">
          {at} <span className="text-ink-3">· {backup.occasion === 'nightly' ? 'nightly' : 'by hand'}</span>
        </p>
        <p className={`text-xs break-words ${backup.state === 'failed' ? 'text-danger' : 'text-ink-2'}`}>
          {backupLine(backup)}
        </p>
      </div>
      {backup.file && (
        <div className="flex shrink-0 flex-wrap justify-end">
          {onRestore && (
            <Button look="quiet" onClick={() => onRestore({ file: backup.file ?? '', at })}>
              Restore<span className="sr-only"> the backup of {at}</span>
            </Button>
          )}
          <a
            href={`/api/backups/${backup.id}/file`}
            download
            className="inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm px-2 text-sm text-ink-2 hover:bg-sunken hover:text-ink md:min-h-9"
          >
            <Download size={15} aria-hidden="true" />
            Download<span className="sr-only"> the backup of {at}</span>
          </a>
        </div>
      )}
    </li>
  )
}

function Kept({ backups, tz, onRestore }: { backups: Backup[]; tz: string; onRestore: OnRestore }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? backups : backups.slice(0, FIRST)
  return (
    <>
      <ul aria-label="Backups" className="mt-2">
        {shown.map((backup) => (
          <OneBackup key={backup.id} backup={backup} tz={tz} onRestore={onRestore} />
        ))}
      </ul>
      {backups.length > FIRST && (
        <Button look="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${backups.length}`}
        </Button>
      )}
    </>
  )
}

type WorkingProps = {
  data: Backups
  tz: string
  onChange: () => void
  changer: RefObject<HTMLButtonElement | null>
}

function Working({ data, tz, onChange, changer }: WorkingProps) {
  const now = useBackupNow()
  const isRunning = data.backups.some(({ state }) => state === 'running')
  return (
    <>
      <p role="status" className="text-sm tabular-nums">
        {data.trouble ? <span className="text-danger">{data.trouble}</span> : proofLine(data, tz)}
      </p>
      <p className="mt-1 text-xs text-ink-3">
        Made every night{data.nextAt && `, next ${shortTime(data.nextAt, tz)}`}, and each one is
        test-restored. Kept: 7 days, 4 weeks, 12 months, on the server in{' '}
        <span className="break-all">{data.folder}</span>
        {data.copyFolder ? (
          <>
            , copied to <span className="break-all">{data.copyFolder}</span>.
          </>
        ) : data.secondPlace.source === 'nothing' ? (
          '. Download one now and then: if the server is lost, they are lost with it.'
        ) : (
          '.'
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button disabled={isRunning || now.isPending} onClick={() => now.mutate()}>
          {isRunning ? 'Backing up…' : 'Back up now'}
        </Button>
        {data.passphrase === 'dashboard' && (
          <Button ref={changer} look="quiet" onClick={onChange}>
            Change passphrase
          </Button>
        )}
      </div>
    </>
  )
}

/** The backups that are made by themselves: the passphrase, what was proved, the files, and how to restore one. */
export function BackupSettings() {
  const { tz } = useAddress()
  const { data, error } = useBackups()
  const choosing = useOpened()
  const [restoring, setRestoring] = useState<Chosen | null>(null)
  const asking = useOpened<HTMLElement>()
  const begun = useOpened<HTMLParagraphElement>()
  const [justSet, setJustSet] = useState<string | null>(null)
  if (!data) return error ? <Failure of={error} /> : <div className="skeleton h-20" />
  const isBusy = data.lastRestore?.state === 'running'
  const ask = (chosen: Chosen) => {
    // Each backup has a button of its own.
    const { activeElement } = document
    asking.opener.current = activeElement instanceof HTMLElement ? activeElement : null
    setRestoring(chosen)
  }
  const onRestore = data.canRestore && !isBusy ? ask : null
  const hasNone = data.passphrase === 'missing' || data.passphrase === 'unreadable'
  return (
    <>
      {hasNone ? (
        <>
          <p className="text-sm text-ink-2">
            {data.passphrase === 'unreadable'
              ? 'The server’s secret key has changed, so the passphrase can no longer be read. Choose one again; until then, no backups are made.'
              : 'No backups are made yet. Choose a passphrase. From then on, everything is backed up every night, encrypted with it.'}
          </p>
          {!choosing.isOpen && (
            <Button ref={choosing.opener} look="primary" className="mt-2" onClick={choosing.open}>
              Choose a passphrase
            </Button>
          )}
        </>
      ) : (
        <Working data={data} tz={tz} onChange={choosing.open} changer={choosing.opener} />
      )}
      {choosing.isOpen && (
        <PassphraseForm
          isFirst={hasNone}
          onCancel={choosing.close}
          onSet={(passphrase) => {
            choosing.close()
            setJustSet(passphrase)
          }}
        />
      )}
      {justSet !== null && (
        <PassphraseSheet
          passphrase={justSet}
          onDone={() => {
            choosing.leave()
            setJustSet(null)
          }}
        />
      )}
      {data.backups.length > 0 && <Kept backups={data.backups} tz={tz} onRestore={onRestore} />}
      {(data.safetyCopies.length > 0 || data.copiesOfOthers) && (
        <SafetyCopies
          copies={data.safetyCopies}
          ofOthers={data.copiesOfOthers}
          canDownload={!hasNone}
          tz={tz}
          onRestore={onRestore}
        />
      )}
      {/* Also before there is a passphrase: a new server fetches its backup from there. */}
      <SecondPlaceSettings place={data.secondPlace} tz={tz} canFetch={onRestore !== null} />
      {data.canRestore && <BringBackup arrival={data.arrival} tz={tz} onRestore={onRestore} />}
      {restoring && (
        <RestoreForm
          key={restoring.file}
          {...restoring}
          onBegun={() => {
            begun.leave()
            setRestoring(null)
          }}
          onCancel={() => {
            asking.leave()
            setRestoring(null)
          }}
        />
      )}
      {data.lastRestore && <LastRestoreNote note={begun.opener} restore={data.lastRestore} tz={tz} />}
      {!hasNone && <RestoreByHand folder={data.folder} newest={data.lastProved?.file ?? null} />}
    </>
  )
}
