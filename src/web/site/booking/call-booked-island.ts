import { hydrateIslands } from '#web/site/island/hydrate-islands.ts'
import { CallBooked } from './call-booked.tsx'

hydrateIslands('call-booked', CallBooked)
