import '#web/site/browser/clean-address.ts'
import { arrivedPerson } from './arrived-person.ts'
import { openCalendar } from './calendar-frame-script.ts'
import { calendarVisit } from './calendar-visit.ts'
import { completeApplication } from './funnel-posts.ts'

// Whatever the address (docs/spec.md, 'Calls and bodies').
const PAGE = '/bookstrategy'

completeApplication(arrivedPerson, PAGE)

const place = document.querySelector<HTMLElement>('.calendar')
if (place) void calendarVisit(PAGE).then((visit) => openCalendar(place, visit))
