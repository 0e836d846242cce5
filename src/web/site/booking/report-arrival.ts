import '#web/site/browser/clean-address.ts'
import { arrivedPerson } from './arrived-person.ts'
import { completeApplication, confirmApplication } from './funnel-posts.ts'

// Nothing of this is seen, and it must not wait for what is: the visitor may be gone in two seconds.
const page = location.pathname
if (page !== '/bookstrategy') void confirmApplication(page)
void completeApplication(arrivedPerson, page)
