import { Plus, X } from 'lucide-react'
import type { HourRange } from '#contract/calendar-hours.ts'
import { Button, IconButton } from '#web/dashboard/ui/button.tsx'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'

// A clock's field has no 24:00; as an end, midnight is the day's last.
const asEnd = (time: string): string => (time === '00:00' ? '24:00' : time)
const shownEnd = (time: string): string => (time === '24:00' ? '00:00' : time)

/** What stands in a new line: after the last one, where there is room. */
function following(hours: HourRange[]): HourRange {
  const last = hours.at(-1)
  if (!last) return { from: '09:00', to: '17:00' }
  return last.to < '22:00'
    ? { from: `${String(Number(last.to.slice(0, 2)) + 1).padStart(2, '0')}:00`, to: '24:00' }
    : { from: '00:00', to: '01:00' }
}

const AT_MOST = 8

/** The hours of one day: from, to, and a button for more; none is a day off. */
export function HoursOfDay(props: {
  /** Whose hours they are, for those who do not see: 'Monday'. */
  day: string
  hours: HourRange[]
  onChange(hours: HourRange[]): void
}) {
  const { day, hours, onChange } = props
  const removing = useOpened()
  const filling = useOpened<HTMLInputElement>()
  const put = (index: number, change: Partial<HourRange>) =>
    onChange(hours.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <div className="flex min-w-0 grow basis-full flex-wrap sm:basis-0 items-center gap-x-4 gap-y-1">
      {hours.length === 0 && <span className="text-sm text-ink-3">Off</span>}
      {hours.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place.
        <span key={index} className="inline-flex w-full items-center gap-1.5 sm:w-auto">
          <input
            ref={index === AT_MOST - 1 ? filling.opener : undefined}
            type="time"
            aria-label={`${day} from`}
            value={one.from}
            onChange={(event) => put(index, { from: event.currentTarget.value })}
            className={`${fieldLook} min-w-0 sm:w-31!`}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            aria-label={`${day} to`}
            value={shownEnd(one.to)}
            onChange={(event) => put(index, { to: asEnd(event.currentTarget.value) })}
            className={`${fieldLook} min-w-0 sm:w-31!`}
          />
          <IconButton
            label={`Take ${one.from} to ${shownEnd(one.to)} out of ${day}`}
            onClick={() => {
              removing.leave()
              onChange(hours.filter((_other, at) => at !== index))
            }}
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        </span>
      ))}
      {hours.length < AT_MOST && (
        <Button
          ref={removing.opener}
          look="quiet"
          onClick={() => {
            // There is no room for more after this one, and no button.
            if (hours.length === AT_MOST - 1) filling.leave()
            onChange([...hours, following(hours)])
          }}
        >
          <Plus size={16} aria-hidden="true" />
          Add hours<span className="sr-only"> on {day}</span>
        </Button>
      )}
    </div>
  )
}
