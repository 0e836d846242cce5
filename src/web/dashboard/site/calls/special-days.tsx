import { X } from 'lucide-react'
import { CalendarDate, type CalendarRules, type HourRange } from '#contract/calendar-hours.ts'
import { lastDay, wholeYear } from '#web/dashboard/time/whole-year.ts'
import { Button, IconButton } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { HoursOfDay } from './hours-of-day.tsx'

type Days = CalendarRules['days']

const isDay = (date: string): boolean => CalendarDate.safeParse(date).success

const longDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A date in words, such as 'Thu, Dec 24, 2026'; what is none stays as it is. */
export const dayText = (date: string): string =>
  isDay(date) ? longDay.format(new Date(`${date}T12:00:00Z`)) : date

type SpecialDaysProps = {
  days: Days
  /** What a day has from now on; null are its weekday's hours. */
  onChange(date: string, hours: HourRange[] | null): void
  /** What is in the field for a day and not added yet: it counts as added where the rules are saved. */
  typed: string
  onTyped(typed: string): void
}

/** Days off, and days with hours of their own. */
export function SpecialDays({ days, onChange, typed, onTyped }: SpecialDaysProps) {
  const removing = useOpened<HTMLInputElement>()
  const date = wholeYear(typed)
  const canBeAdded = isDay(date) && days.every((day) => day.date !== date)
  const add = () => {
    if (!canBeAdded) return
    onChange(date, [])
    onTyped('')
  }
  return (
    <div>
      <ul>
        {days.map((day) => (
          <li
            key={day.date}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <span className="w-36 shrink-0 text-sm">{dayText(day.date)}</span>
            <HoursOfDay
              day={dayText(day.date)}
              hours={day.hours}
              onChange={(hours) => onChange(day.date, hours)}
            />
            <IconButton
              label={`Back to regular hours on ${dayText(day.date)}`}
              onClick={() => {
                removing.leave()
                onChange(day.date, null)
              }}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <label className="min-w-0 max-w-full text-sm text-ink-2">
          Day
          <input
            ref={removing.opener}
            type="date"
            max={lastDay}
            value={typed}
            onChange={(event) => onTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed === '') return
              event.preventDefault()
              add()
            }}
            className={`${fieldLook} mt-1 block w-44! max-w-full`}
          />
        </label>
        <Button disabled={!canBeAdded} onClick={add}>
          Add as a day off
        </Button>
      </div>
    </div>
  )
}
