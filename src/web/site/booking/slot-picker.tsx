import { useEffect, useId, useMemo, useState } from 'react'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { OwnCalendarWords } from '#contract/site-content-booking.ts'
import { useFocusBeside } from '#web/site/island/use-focus-beside.ts'
import {
  daysOfSlots,
  dayText,
  monthAndYear,
  monthText,
  type SlotDay,
  timeText,
  weeksOf,
} from './days-of-slots.ts'
import { NoneFree } from './no-slots.tsx'
import { knownTimezones, zoneText } from './timezones.ts'

const WEEKS_AT_ONCE = 5
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** What can be picked, in which timezone it is shown, and who is told. */
export type SlotPickerProps = {
  words: OwnCalendarWords
  slots: string[]
  lengthMinutes: number
  zone: string
  onZone(zone: string): void
  onPick(slot: string): void
  /** The time that is picked, or being sent. */
  picked?: string | undefined
  /** Whether it is being sent. */
  isBusy?: boolean
}

function Zone({ words, zone, onZone }: Pick<SlotPickerProps, 'words' | 'zone' | 'onZone'>) {
  const zones = useMemo(() => knownTimezones(zone), [zone])
  return (
    <label className="slot-zone">
      <span>{words.zoneLabel}</span>
      <select value={zone} onChange={(event) => onZone(event.currentTarget.value)}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {zoneText(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Day(props: {
  date: string
  day: SlotDay | undefined
  isFirst: boolean
  name: string
  isPicked: boolean
  onPick: () => void
}) {
  const { date, day } = props
  const number = Number(date.slice(8))
  const month = props.isFirst || number === 1 ? monthText(date).slice(0, 3) : ''
  const shown = (
    <>
      {month && <small aria-hidden="true">{month}</small>}
      <b aria-hidden="true">{number}</b>
    </>
  )
  if (!day) return <span className="slot-day slot-day-none">{shown}</span>
  return (
    <label className="slot-day">
      <input
        type="radio"
        name={props.name}
        value={date}
        checked={props.isPicked}
        onChange={props.onPick}
        aria-label={`${dayText(date)}, ${day.slots.length} ${day.slots.length === 1 ? 'time' : 'times'}`}
      />
      {shown}
    </label>
  )
}

/** Days, and the times of the one that is picked, by the visitor's clock. Arrow keys go from day to day. */
export function SlotPicker(props: SlotPickerProps) {
  const { words, slots, zone, picked } = props
  const name = useId()
  const days = useMemo(() => daysOfSlots(slots, zone), [slots, zone])
  const weeks = useMemo(() => weeksOf(days), [days])
  const [wanted, setWanted] = useState<string>()
  const [page, setPage] = useState(0)
  const lastPage = Math.max(0, Math.ceil(weeks.length / WEEKS_AT_ONCE) - 1)
  const shownPage = Math.min(page, lastPage)
  const shown = weeks.slice(shownPage * WEEKS_AT_ONCE, (shownPage + 1) * WEEKS_AT_ONCE)
  const here = days.filter(({ date }) => shown.some((week) => week.includes(date)))
  // A day may be full by now, or be another one in another timezone.
  const day = here.find(({ date }) => date === wanted) ?? here[0]
  useEffect(() => {
    if (page > lastPage) setPage(lastPage)
  }, [page, lastPage])
  const pages = useFocusBeside()
  const turn = (to: number, which: 'first' | 'second') => {
    pages.pressed(which)
    setPage(to)
  }
  if (days.length === 0) return <NoneFree words={words} />
  const [first = '', last = ''] = [shown[0]?.[0], shown[shown.length - 1]?.[6]]
  const isOneMonth = monthAndYear(first) === monthAndYear(last)
  return (
    <div className="slots">
      <div className="slot-head">
        <p className="slot-length">{fillPlaceholders(words.minutes, { minutes: props.lengthMinutes })}</p>
        <Zone words={words} zone={zone} onZone={props.onZone} />
      </div>
      <fieldset className="slot-days">
        <legend>
          {words.dayLabel}
          <span className="slot-month">
            {isOneMonth ? monthAndYear(first) : `${monthText(first)} – ${monthAndYear(last)}`}
          </span>
        </legend>
        <div className="slot-weekdays" aria-hidden="true">
          {weekdays.map((weekday) => (
            <span key={weekday}>{weekday}</span>
          ))}
        </div>
        <div className="slot-grid">
          {shown.flat().map((date, index) => (
            <Day
              key={date}
              date={date}
              day={days.find((one) => one.date === date)}
              isFirst={index === 0}
              name={name}
              isPicked={date === day?.date}
              onPick={() => setWanted(date)}
            />
          ))}
        </div>
        {lastPage > 0 && (
          <div className="slot-pages">
            <button
              ref={pages.first}
              type="button"
              disabled={shownPage === 0}
              onClick={() => turn(shownPage - 1, 'first')}
            >
              {words.earlier}
            </button>
            <button
              ref={pages.second}
              type="button"
              disabled={shownPage === lastPage}
              onClick={() => turn(shownPage + 1, 'second')}
            >
              {words.later}
            </button>
          </div>
        )}
      </fieldset>
      <section className="slot-times" aria-label={words.timeLabel}>
        <p className="slot-title" aria-live="polite">
          {day ? dayText(day.date) : words.noneHere}
        </p>
        {day && (
          <ul>
            {day.slots.map((slot) => (
              <li key={slot}>
                <button
                  type="button"
                  className="slot-time"
                  aria-pressed={slot === picked}
                  aria-busy={(slot === picked && props.isBusy) || undefined}
                  onClick={() => props.onPick(slot)}
                >
                  {timeText(slot, zone)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
