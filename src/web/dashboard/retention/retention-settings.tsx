import { useState } from 'react'
import type { KeptMonths, Retention } from '#contract/retention.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { shortTime } from '#web/dashboard/time/clock-time.ts'
import { dayWords } from '#web/dashboard/time/day-words.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Failure } from '#web/dashboard/ui/failure.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Question } from '#web/dashboard/ui/question.tsx'
import { type Asking, useAsking } from '#web/dashboard/ui/use-asking.ts'
import {
  backupWords,
  goesWords,
  isShorter,
  keptKinds,
  monthsToChoose,
  monthsWords,
} from './retention-words.ts'
import { useChangeRetention, usePastTime, useRetention } from './use-retention.ts'

/** What goes if page views are kept for a shorter time, counted before it is asked about. */
function WhatGoes({ views }: { views: number }) {
  const { data, error } = usePastTime(views)
  return (
    <p role="status" className="min-h-10 text-sm">
      {data && goesWords(data)}
      {error && 'How many page views that is could not be counted.'}
    </p>
  )
}

type SureProps = {
  retention: Retention
  chosen: KeptMonths
  isPending: boolean
  question: Asking
  onYes: () => void
}

/** Asks before less is kept, and says what goes, that it cannot be undone, and how the backups stand. */
function Sure({ retention, chosen, isPending, question, onYes }: SureProps) {
  const { tz } = useAddress()
  const { months } = retention
  const views = isShorter(chosen.views, months.views) ? chosen.views : null
  const others = keptKinds.filter(({ kind }) => kind !== 'views' && isShorter(chosen[kind], months[kind]))
  return (
    <section aria-label="Keep less?" className="mt-3 rounded-sm bg-sunken p-3">
      <Question
        question={question}
        title="Keep less?"
        yes="Delete what is older"
        happening="Saving…"
        isHappening={isPending}
        onYes={onYes}
        no="Cancel"
        look="primary"
      >
        {views !== null && (
          <>
            <WhatGoes views={views} />
            <p className="mt-1 text-sm text-ink-2">
              The numbers of those days stay. Which pages somebody looked at then is gone from lists and
              timelines, and blocks, your own browsers and new timezones no longer reach back that far.
            </p>
          </>
        )}
        {others.length > 0 && (
          <p className="mt-1 text-sm">
            Also deleted where older: {others.map(({ label }) => label.toLowerCase()).join(', ')}.
          </p>
        )}
        <p className="mt-1 text-sm">
          This happens overnight and <strong className="font-semibold">cannot be undone</strong>. Until then
          you can change your mind here. {backupWords(retention.backup, tz)}
        </p>
      </Question>
    </section>
  )
}

function Standing({ retention, tz }: { retention: Retention; tz: string }) {
  const { keptFrom, next, problem, months } = retention
  return (
    <div className="mt-3 space-y-1 text-xs text-ink-2">
      {problem && <p className="text-danger">{problem}</p>}
      {keptFrom && (
        <p>
          Page views are kept from {dayWords(keptFrom)} on. Numbers of older days stay as they were counted.
        </p>
      )}
      {next.pageViews > 0 && (
        <p>
          Next, {shortTime(next.at, tz)}: {goesWords(next)}
        </p>
      )}
      {months.views === null && <p>Page views are never deleted: the database grows with every visit.</p>}
      <p className="text-ink-3">
        Leads, people, applications, bookings, payments and what people agreed to stay until you erase the
        person.
      </p>
    </div>
  )
}

/** For how long data is kept: the owner's choice for each kind, what it means, and what goes next. */
export function RetentionSettings() {
  const { tz } = useAddress()
  const { data, error } = useRetention()
  const [changed, setChanged] = useState<Partial<KeptMonths>>({})
  const question = useAsking()
  const save = useChangeRetention(() => {
    setChanged({})
    question.close()
  })
  if (!data) return error ? <Failure of={error} /> : <div className="skeleton h-40" />
  const chosen = { ...data.months, ...changed }
  const isChanged = keptKinds.some(({ kind }) => chosen[kind] !== data.months[kind])
  const isLess = keptKinds.some(({ kind }) => isShorter(chosen[kind], data.months[kind]))
  return (
    <>
      <ul className="space-y-3">
        {keptKinds.map(({ kind, label, words }) => (
          <li key={kind}>
            <label className="text-sm" htmlFor={`kept-${kind}`}>
              {label}
            </label>
            <select
              id={`kept-${kind}`}
              aria-describedby={`kept-${kind}-words`}
              className={`mt-1 ${fieldLook}`}
              value={chosen[kind] ?? 'ever'}
              disabled={question.asking}
              onChange={({ currentTarget: { value } }) =>
                setChanged({ ...changed, [kind]: value === 'ever' ? null : Number(value) })
              }
            >
              {monthsToChoose(data.months[kind]).map((months) => (
                <option key={months ?? 'ever'} value={months ?? 'ever'}>
                  {monthsWords(months)}
                </option>
              ))}
            </select>
            <p id={`kept-${kind}-words`} className="mt-1 text-xs text-ink-3">
              {words}
            </p>
          </li>
        ))}
      </ul>
      {question.asking ? (
        <Sure
          retention={data}
          chosen={chosen}
          isPending={save.isPending}
          question={question}
          onYes={() => save.mutate(changed)}
        />
      ) : (
        <Button
          ref={question.ask}
          className="mt-3"
          disabled={!isChanged || save.isPending}
          onClick={() => (isLess ? question.raise() : save.mutate(changed))}
        >
          {save.isPending ? 'Saving…' : isLess ? 'Save…' : 'Save'}
        </Button>
      )}
      <Standing retention={data} tz={tz} />
    </>
  )
}
