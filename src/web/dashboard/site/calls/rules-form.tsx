import { type FormEvent, type ReactNode, useState } from 'react'
import { whyRulesExcludeAll } from '#contract/calendar-conflict.ts'
import { CalendarRules, weekdays } from '#contract/calendar-hours.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { wholeYear } from '#web/dashboard/time/whole-year.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { SelectField } from '#web/dashboard/ui/select-field.tsx'
import { TextField } from '#web/dashboard/ui/text-field.tsx'
import { useKeptTyping } from '#web/dashboard/ui/use-kept-typing.ts'
import { HoursOfDay } from './hours-of-day.tsx'
import { ReplacedRules } from './replaced-rules.tsx'
import { choices, type NumberRule } from './rule-choices.ts'
import { dayText, SpecialDays } from './special-days.tsx'
import {
  keptDay,
  keptRules,
  keptSeen,
  noDay,
  nothingUnsaved,
  notStored,
  replacedBy,
  seenBefore,
  type UnsavedRules,
  withDayOff,
  withoutSent,
  withUnsaved,
} from './unsaved-rules.ts'
import { useSaveRules } from './use-calendar.ts'

function Choice(props: { rule: NumberRule; value: number; onChange(value: number): void }) {
  const { label, options, text } = choices[props.rule]
  const all = [...new Set([...options, props.value])].sort((one, other) => one - other)
  return (
    <SelectField
      label={label}
      value={props.value}
      onChange={props.onChange}
      options={all.map((option) => [option, text(option)])}
    />
  )
}

function Zone({ value, onChange }: { value: string; onChange(zone: string): void }) {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', value])].sort()
  return (
    <SelectField
      label="Your timezone"
      value={value}
      onChange={onChange}
      options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
    />
  )
}

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <fieldset className="min-w-0 border-0 p-0">
    <legend className="text-sm font-medium">{title}</legend>
    {note && <p className="mb-2 text-xs text-ink-3">{note}</p>}
    {children}
  </fieldset>
)

/** Why rules cannot be saved, in one sentence: which day, and what is wrong with it. */
function problemIn(rules: CalendarRules): string | null {
  const { error } = CalendarRules.safeParse(rules)
  const [issue] = error?.issues ?? []
  if (!issue) return null
  const [field, index] = issue.path
  const special = field === 'days' ? rules.days[Number(index)] : undefined
  const day = field === 'week' ? weekdays[Number(index)] : special && dayText(special.date)
  return `${day || 'One of these'}: ${issue.message}.`
}

/** What nobody could book by rules that can be saved, in a sentence. */
function emptinessOf(rules: CalendarRules): string | null {
  const { data } = CalendarRules.safeParse(rules)
  return data ? whyRulesExcludeAll(data, new Date()) : null
}

/** When calls can be booked: the coach's hours, days off, and what bounds a call. */
export function RulesForm({ rules: stored }: { rules: CalendarRules }) {
  // What was changed alone: what another window saves meanwhile shows here, and is not saved back.
  const [unsaved, setUnsaved] = useState(() => keptRules.read() ?? nothingUnsaved)
  const [seen, setSeen] = useState(() => keptSeen.read() ?? nothingUnsaved)
  const [{ day: typedDay }, setTyped] = useKeptTyping(keptDay, noDay)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveRules()
  const rules = withUnsaved(stored, unsaved)
  const all = withDayOff(unsaved, rules, wholeYear(typedDay))
  const changed = notStored(stored, withUnsaved(stored, all))
  const isTouched = Object.keys(changed).length > 0
  const change = (made: Partial<UnsavedRules>) => {
    const { bounds, week, days } = made
    const before = seenBefore(stored, { unsaved, seen }, made)
    setSeen(before)
    keptSeen.write(before)
    const now = {
      bounds: { ...unsaved.bounds, ...bounds },
      week: { ...unsaved.week, ...week },
      days: { ...unsaved.days, ...days },
    }
    setUnsaved(now)
    keptRules.write(now)
    setProblem(null)
    if (save.isError) save.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemIn(withUnsaved(stored, all))
    setProblem(wrong)
    if (wrong !== null) return
    save.mutate(
      { rules: changed, inPlaceOf: stored, sent: all },
      {
        onSuccess: () => {
          setUnsaved((now) => withoutSent(now, all))
          setTyped((now) => (now.day === typedDay ? noDay : now))
        },
      },
    )
  }
  const emptiness = isTouched ? emptinessOf(withUnsaved(stored, all)) : null
  const why = problem ?? (save.error ? sentenceOf(save.error) : null)
  return (
    <form onSubmit={send} className="mt-4 space-y-6">
      <Part title="Hours" note="In your timezone; visitors see theirs.">
        <div className="mb-3 max-w-80">
          <Zone value={rules.timezone} onChange={(timezone) => change({ bounds: { timezone } })} />
        </div>
        <ul>
          {weekdays.map((day, index) => (
            <li key={day} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
              <span className="w-24 shrink-0 text-sm">{day}</span>
              <HoursOfDay
                day={day}
                hours={rules.week[index] ?? []}
                onChange={(ofDay) => change({ week: { [index]: ofDay } })}
              />
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Days off and other hours" note="A date here overrides that weekday’s hours.">
        <SpecialDays
          days={rules.days}
          onChange={(date, hours) => change({ days: { [date]: hours } })}
          typed={typedDay}
          onTyped={(day) => setTyped({ day })}
        />
      </Part>
      <Part title="The call">
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {(Object.keys(choices) as NumberRule[]).map((rule) => (
            <Choice
              key={rule}
              rule={rule}
              value={rules[rule]}
              onChange={(value) => change({ bounds: { [rule]: value } })}
            />
          ))}
          <TextField
            label="Name of the call"
            value={rules.title}
            onChange={(title) => change({ bounds: { title } })}
            maxLength={120}
          />
          <TextField
            label="Where it takes place"
            value={rules.place}
            onChange={(place) => change({ bounds: { place } })}
            maxLength={500}
            placeholder="https://zoom.us/j/… or ‘I call you’"
            note="Shown in the invitation and on the confirmation. Booked calls keep theirs until they are moved."
          />
        </div>
      </Part>
      {/* The foot of the Site area says that the site is saved, which these are no part of. */}
      <div
        className={
          isTouched
            ? 'sticky bottom-15 z-5 -mx-4 space-y-2 bg-paper px-4 py-2 md:bottom-13 md:mx-0 md:px-0 @max-[16.5rem]/dashboard:static'
            : ''
        }
      >
        {why && (
          <p role="alert" className="text-sm text-danger">
            {why}
          </p>
        )}
        {!save.isPending && <ReplacedRules replaced={replacedBy(stored, unsaved, seen)} />}
        {/* It is there before it speaks, so that what it says is read aloud. */}
        <p role="status" className={emptiness ? 'text-sm text-ink-2' : 'sr-only'}>
          {emptiness && `No time would be free. ${emptiness}`}
        </p>
        <div className="flex flex-wrap items-center gap-x-3">
          <Button look="primary" type="submit" disabled={save.isPending || !isTouched}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
          {isTouched && !save.isPending && (
            <p className="text-sm text-ink-2">These hours and rules are not saved yet.</p>
          )}
        </div>
      </div>
    </form>
  )
}
