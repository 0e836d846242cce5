const begins = /^BEGIN:VEVENT\s*$/i
const ends = /^END:VEVENT\s*$/i
// A time by no clock: without a timezone and without the Z of UTC.
const floating =
  /^((?:DTSTART|DTEND|RDATE|EXDATE|RECURRENCE-ID)(?![^:]*;TZID=))((?:;[^:]*)?):(\d{8}T\d{6}(?:,\d{8}T\d{6})*)\s*$/i
const moment = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/
const A_DAY = 86_400_000

type Reading = { from: number; to: number; timezone: string }
type Property = { parameters: string; value: string }

/**
 * The unfolded lines of a calendar with what the parser would not tell apart: times by no clock are the coach's, whatever
 * this machine's is; each date that an event names beside its own is an event; and two events of one name are two.
 */
export function normalizeIcal(lines: string[], reading: Reading): string[] {
  const names = new Map<string, number>()
  const told: string[] = []
  let event: string[] | undefined
  for (const line of lines) {
    if (begins.test(line)) event = []
    if (!event) told.push(line)
    event?.push(line)
    if (!event || !ends.test(line)) continue
    const own = named(event, names).map((one) => byCoachsClock(one, reading.timezone))
    told.push(...own, ...furtherDates(own, reading))
    event = undefined
  }
  // One that was cut off is for the parser to refuse.
  return event ? [...told, ...event] : told
}

const byCoachsClock = (line: string, timezone: string): string =>
  line.replace(floating, (_line, name: string, parameters: string, value: string) =>
    /VALUE=DATE(;|$)/i.test(parameters) ? _line : `${name}${parameters};TZID=${timezone}:${value}`,
  )

/** An event under a name that no event before it has; what changes one time of a series keeps the series' name. */
function named(event: string[], names: Map<string, number>): string[] {
  const name = propertyOf(event, 'UID')?.value
  if (name === undefined || propertyOf(event, 'RECURRENCE-ID')) return event
  const before = names.get(name) ?? 0
  names.set(name, before + 1)
  return before === 0 ? event : renamed(event, `${name} again ${before}`)
}

const renamed = (event: string[], name: string): string[] =>
  event.map((line) => (/^UID[;:]/i.test(line) ? `UID:${name}` : line))

function propertiesOf(event: string[], name: string): Property[] {
  const written = new RegExp(`^${name}((?:;(?:"[^"]*"|[^":])*)?):(.*)$`, 'i')
  return event.flatMap((line) => {
    const [, parameters = '', value = ''] = written.exec(line) ?? []
    return value === '' ? [] : [{ parameters, value: value.trim() }]
  })
}

const propertyOf = (event: string[], name: string): Property | undefined => propertiesOf(event, name)[0]

function furtherDates(event: string[], { from, to }: Reading): string[] {
  const dates = propertiesOf(event, 'RDATE')
  if (dates.length === 0) return []
  const except = new Set(propertiesOf(event, 'EXDATE').flatMap(({ value }) => value.split(',')))
  const length = lengthOf(event)
  const rest = event.filter((line) => !/^(DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE)[;:]/i.test(line))
  const name = propertyOf(event, 'UID')?.value ?? 'no name'
  return dates.flatMap(({ parameters, value }) =>
    value.split(',').flatMap((one) => {
      const [start = '', until] = one.split('/')
      const at = readMoment(start)
      if (at === undefined || except.has(start) || at < from - 2 * A_DAY || at > to + 2 * A_DAY) return []
      const of = parameters.replace(/;VALUE=PERIOD/i, '')
      const end = until === undefined ? writeMoment(at + length, start) : until
      return renamed(
        [
          rest[0] ?? '',
          `DTSTART${of}:${start}`,
          end.startsWith('P') ? `DURATION:${end}` : `DTEND${of}:${end}`,
          ...rest.slice(1),
        ],
        `${name} at ${start}`,
      )
    }),
  )
}

/** How long an event is by what its own lines say; a day where it names days and no end. */
function lengthOf(event: string[]): number {
  const start = propertyOf(event, 'DTSTART')?.value ?? ''
  const [from, to] = [start, propertyOf(event, 'DTEND')?.value ?? ''].map(readMoment)
  if (from !== undefined && to !== undefined) return Math.max(0, to - from)
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
      .exec(propertyOf(event, 'DURATION')?.value ?? '')
      ?.map((part) => Number(part ?? 0)) ?? []
  const said = (Number(weeks) * 7 + Number(days)) * A_DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000
  return said > 0 ? said : start.includes('T') ? 0 : A_DAY
}

/** A moment as it is written, as if it were UTC: only told apart from others that are written so. */
function readMoment(value: string): number | undefined {
  const [, year, month, day, hour = 0, minute = 0, second = 0] = moment.exec(value) ?? []
  return year === undefined
    ? undefined
    : Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
}

function writeMoment(at: number, like: string): string {
  const whole = new Date(at).toISOString().replace(/[-:]|\.\d+Z$/g, '')
  return like.includes('T') ? `${whole}${like.endsWith('Z') ? 'Z' : ''}` : whole.slice(0, 8)
}
