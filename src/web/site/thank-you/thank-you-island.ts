import '#web/site/browser/clean-address.ts'
import { arrivedPerson } from '#web/site/booking/arrived-person.ts'
import { completeApplication, confirmApplication } from '#web/site/booking/funnel-posts.ts'
import { startBookingDialog } from './booking-dialog-script.ts'
import { startCallCard } from './call-card-script.ts'

const page = location.pathname

confirmApplication(page)
const main = document.querySelector<HTMLElement>('main')
// Only the pages that announce a call take a completed application (docs/spec.md, 'Thank-you pages').
if (main?.dataset.completes === 'yes') completeApplication(arrivedPerson, page)

const card = document.querySelector<HTMLElement>('[data-waiting]')
if (card) startCallCard(card)
void startBookingDialog(page)
