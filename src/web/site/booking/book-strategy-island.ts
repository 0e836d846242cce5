import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { MeetingCalendar } from './meeting-calendar.tsx'

hydrateIslands('book-strategy', MeetingCalendar)
