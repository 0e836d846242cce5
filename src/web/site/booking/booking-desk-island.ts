import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { BookingDesk } from './booking-desk.tsx'

hydrateIslands('booking-desk', BookingDesk)
