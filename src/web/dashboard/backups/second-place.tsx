import { useState } from 'react'
import type { SecondPlace } from '#contract/second-place.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { NotSavedYet } from '#web/dashboard/ui/not-saved-yet.tsx'
import { RemoveQuestion } from '#web/dashboard/ui/remove-question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { placeLine, placeName, sizeWords } from './backup-words.ts'
import { SecondPlaceForm, unsavedPlace } from './second-place-form.tsx'
import { useCopiesThere, useCopyNow, useFetchCopy, useRemovePlace } from './use-second-place.ts'

function CopiesThere({ tz, canFetch }: { tz: string; canFetch: boolean }) {
  const { data, error } = useCopiesThere()
  const fetching = useFetchCopy(() => {})
  if (!data) return error ? <Failure of={error} /> : <div className="skeleton mt-2 h-9" />
  if (data.copies.length === 0) return <p className="mt-2 text-sm text-ink-2">No backup is there yet.</p>
  return (
    <ul aria-label="Backups in the second place" className="mt-1">
      {data.copies.map(({ file, madeAt, bytes }) => {
        const at = shortTime(madeAt, tz)
        return (
          <li
            key={file}
            className="flex items-center justify-between gap-3 border-b border-line py-1.5 last:border-0"
          >
            <div className="min-w-0">
              <p className="text-sm tabular-nums">{at}</p>
              <p className="text-xs text-ink-2">{sizeWords(bytes)}</p>
            </div>
            {canFetch && (
              <Button look="quiet" disabled={fetching.isPending} onClick={() => fetching.mutate(file)}>
                Bring it here<span className="sr-only">: the backup of {at}</span>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Entered({ place, tz, canFetch }: { place: SecondPlace; tz: string; canFetch: boolean }) {
  const [isListed, setIsListed] = useState(false)
  const copyNow = useCopyNow()
  const isOurs = place.source === 'dashboard'
  const isFailing = place.failed !== null || !place.isReadable
  return (
    <>
      <p className="mt-1 text-sm break-words text-ink-2">{placeName(place)}</p>
      <p role="status" className={`mt-1 text-sm break-words tabular-nums ${isFailing ? 'text-danger' : ''}`}>
        {placeLine(place, tz)}
      </p>
      <p className="mt-1 text-xs break-words text-ink-3">
        {isOurs
          ? `Access key ${place.accessKeyId}${place.secretEndsIn === null ? '' : `, secret key ends in …${place.secretEndsIn}`}. `
          : 'Set on the server by BACKUP_S3_ENDPOINT, which wins. '}
        Every tested backup goes there, is read back and compared. Kept: 7 days, 4 weeks, 12 months.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {place.isReadable && (
          <Button disabled={place.copying !== null || copyNow.isPending} onClick={() => copyNow.mutate()}>
            {place.copying === null ? 'Copy now' : 'Copying…'}
          </Button>
        )}
        {place.isReadable && (
          <Button look="quiet" aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
            {isListed ? 'Hide what is there' : 'Show what is there'}
          </Button>
        )}
      </div>
      {isListed && <CopiesThere tz={tz} canFetch={canFetch} />}
    </>
  )
}

/** The storage elsewhere that backups are copied to: connecting it, how it goes, what is there, and removing it. */
export function SecondPlaceSettings(props: { place: SecondPlace; tz: string; canFetch: boolean }) {
  const { place, tz, canFetch } = props
  const [isOpen, setIsOpen] = useState(false)
  const question = useAsking<HTMLButtonElement>()
  const remove = useRemovePlace(question.close)
  const isNone = place.source === 'nothing'
  return (
    <section aria-labelledby="second-place" className="mt-4">
      <h4 id="second-place" className="text-sm font-medium">
        A second place
      </h4>
      {isNone ? (
        <p className="mt-1 text-sm text-ink-2">
          A server that is lost takes its backups with it. Have each one copied to storage elsewhere, such as
          Cloudflare R2, Backblaze B2 or AWS S3.
        </p>
      ) : (
        <Entered place={place} tz={tz} canFetch={canFetch} />
      )}
      {place.source !== 'environment' && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button ref={question.goOn} look={isNone ? 'plain' : 'quiet'} onClick={() => setIsOpen(true)}>
            {isNone ? 'Connect storage' : 'Change'}
            {!isNone && <span className="sr-only"> the second place</span>}
          </Button>
          {!isNone && !question.asking && (
            <Button ref={question.ask} look="quiet" onClick={question.raise}>
              Remove…<span className="sr-only"> the second place</span>
            </Button>
          )}
        </div>
      )}
      {!isOpen && unsavedPlace(place).read() && <NotSavedYet />}
      <RemoveQuestion question={question} remove={remove}>
        Its address and keys are forgotten, and no more backups go there. Those that are there stay.
      </RemoveQuestion>
      {isOpen && <SecondPlaceForm place={place} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
