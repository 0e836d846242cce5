import { z } from 'zod'
import { choice, group, list, picture, prose, words } from './content-fields.ts'
import { pageMeta } from './site-content-shared.ts'

const isCalendar = (value: string): boolean =>
  value === '' || (/^https:\/\/[^\s"'<>/]+\/[^\s"'<>]+$/.test(value) && URL.canParse(value))

/** The calendar calls are booked in, and what visitors read while it opens, when it will not, or has no link yet. */
const CalendarContent = group('Calendar', {
  use: choice('Where calls are booked', ['automatic', 'own', 'none'], 'automatic').meta({
    title: 'Where calls are booked',
    description: 'The built-in calendar is set up under Calls. Switching loses no booking.',
  }),
  link: z
    .string()
    .trim()
    .max(2000)
    .refine(isCalendar, 'must be the whole address of the booking page, such as https://cal.com/you/call')
    .default('')
    .meta({ title: 'Your Cal.com booking page, such as https://cal.com/you/call', format: 'link' }),
  frame: words('Name of the calendar, read aloud', 'Calendar: pick a time with {coach}', 80),
  loading: words('While it opens', 'Opening the calendar', 60),
  slow: words('When it is slow or blocked', 'The calendar is not opening here.', 100),
  newTab: words('Link that opens it in a new tab', 'Open the calendar in a new tab', 60),
  sameTab: words('The same link inside in-app browsers', 'Open the calendar', 60),
  close: words('Close button of its dialog, read aloud', 'Close the calendar', 60),
  missing: words('While there is no calendar', 'We will arrange a time with you', 100),
  missingText: prose(
    'While there is no calendar, below',
    '{coach}’s team will email and text you to agree on a time that suits you. You do not need to do anything else.',
    300,
  ),
})

/** The words of our own calendar, and of the page where a booking is moved or cancelled. */
const OwnCalendarContent = group('Built-in calendar', {
  meta: pageMeta('Your call with {coach}', 'Book, move or cancel a call.'),
  dayLabel: words('Over the days', 'Pick a day', 60),
  timeLabel: words('Over the times', 'Pick a time', 60),
  zoneLabel: words('Timezone', 'Times shown in', 60),
  zoneChange: words('Button beside it, without JavaScript', 'Change', 30),
  earlier: words('Button to earlier days', 'Earlier days', 40),
  later: words('Button to later days', 'Later days', 40),
  minutes: words('Length of the call', '{minutes} minutes', 40),
  none: words('While no time is free', 'All times are taken at the moment', 100),
  noneText: prose(
    'While no time is free, below',
    'New times open every day. Check back tomorrow, or reply to any message from us.',
    300,
  ),
  unread: words('When the times cannot be read', 'The free times can’t be shown right now', 100),
  readAgain: words('Button beside it', 'Try again', 40),
  closed: words('While calls are not booked here', 'Calls can’t be booked here right now', 100),
  closedText: prose(
    'While calls are not booked here, below',
    'There is another way to get a call with {coach}.',
    300,
  ),
  closedLink: words('Link to that way', 'Show me how', 60),
  noneHere: words('While the weeks shown have none', 'No free times in these weeks', 100),
  withoutScript: words('Link while the calendar opens, and without JavaScript', 'See available times', 60),
  detailsTitle: words('Over the form', 'Your details', 60),
  otherTime: words('Button back to the times', 'Pick a different time', 40),
  name: words('Name field', 'Full Name', 60),
  email: words('Email field', 'Email Address', 60),
  phone: words('Phone field', 'Phone Number (optional)', 60),
  note: words('Note field', 'What would you like to talk about? (optional)', 100),
  privacy: prose(
    'Under the form',
    'We use your details to arrange this call and to remind you of it, and for nothing else.',
    300,
  ),
  book: words('Button', 'Book this time', 40),
  booking: words('The same while sending', 'Booking…', 40),
  taken: words(
    'When the time that was picked is no longer free',
    'This time is no longer free. These are still available.',
    160,
  ),
  failed: words('When it could not be sent', 'That didn’t work. Please try again.', 120),
  newTitle: words('Page without JavaScript: headline', 'Book your call', 60),
  manageTitle: words('Page of a booking: headline', 'Your call', 60),
  bookedTitle: words('The same after booking', 'Call Successfully Booked!', 60),
  movedTitle: words('The same after moving', 'Your call has been moved', 60),
  cancelledTitle: words('The same once cancelled', 'This call is cancelled', 60),
  overTitle: words('The same once it has begun', 'This call has begun', 60),
  changeTitle: words('Over the times to move to', 'Move it to another time', 60),
  move: words('Button', 'Move my call to this time', 40),
  cancelTitle: words('Over the way to cancel', 'Can’t make it?', 60),
  cancelText: prose('Beside the button', 'This frees up the time for someone else.', 200),
  cancel: words('Button', 'Cancel the call', 40),
  again: words('Link after cancelling', 'Book another time', 40),
  addToCalendar: words('Link to the calendar file', 'Add it to your calendar', 60),
  change: words('Link on the confirmation page', 'Move or cancel this call', 60),
})

const BookStrategyContent = group('Book a strategy call', {
  meta: pageMeta('Book your strategy call with {coach}', 'Pick a time for your live video strategy call.'),
  headline: words('Headline', '{coach} would love to meet with you!', 120),
  notice: prose(
    'Under the headline',
    'Book a time on the calendar, then show up. It is reserved for you alone.',
    300,
  ),
  photo: picture('Photo (empty: your portrait from Look)', '{coach}'),
  noteTitle: words('Over the personal note', 'A note before we meet', 100),
  note: prose(
    'Personal note',
    'This is a live video strategy call of about 30 to 45 minutes. We talk about your business and where you want it to go, and we find out together whether we are a fit.\n\nBring your idea as it is. You will leave with a clear next step, whether or not we end up working together.',
    2000,
  ),
  signature: words('Signature', '{coach}', 60),
  button: words('Button', 'Book Your Call With {coach}', 60),
})

const CallBookedContent = group('Call booked', {
  meta: pageMeta('Call booked · {brand}', 'Your call is booked. The details are in your email.'),
  headline: words('Headline', 'Call Successfully Booked!', 80),
  unconfirmed: words('Headline where the calendar confirmed nothing', 'Your booking', 80),
  confirmed: words('Badge', 'Confirmed', 30),
  tagged: words('Badge once the CRM knows', 'Tagged in System', 30),
  processing: words('Badge while the CRM is told', 'Processing...', 30),
  details: group('Booking details', {
    title: words('Heading', 'Booking Details', 60),
    loading: words('While loading', 'Loading booking confirmation...', 80),
    zone: words('Once loaded', 'The time is shown in your own time zone.', 80),
    meeting: words('Meeting', 'Meeting', 30),
    name: words('Attendee’s name', 'Name', 30),
    email: words('Attendee’s email', 'Email', 30),
    time: words('Meeting time', 'Time', 30),
    location: words('Location', 'Location', 30),
    unknown: words('When the calendar says nothing', 'All details are in the email from the calendar.', 120),
    withoutScript: words('Without JavaScript', 'Your call is booked; the details are in your email.', 120),
  }),
  next: group('What’s next', {
    title: words('Heading', 'What’s Next?', 60),
    steps: list(
      'Steps',
      words('Entry', '', 160),
      [
        'A calendar invitation arrives by email shortly.',
        'A reminder comes 15 minutes before the call.',
        'Come prepared with your goals and questions.',
      ],
      5,
    ),
    withoutMail: list(
      'Steps while no mail server is connected',
      words('Entry', '', 160),
      [
        'Add the call to your calendar with the link below.',
        'Keep that link: you can move or cancel the call with it.',
        'Come prepared with your goals and questions.',
      ],
      5,
    ),
  }),
  home: words('Button', 'Return to Home', 40),
  reschedule: words('Before the support email', 'Need to reschedule? Write to', 100),
  rescheduleByInvitation: words(
    'Without a support email',
    'Need to reschedule? Use the link in your calendar invitation.',
    160,
  ),
  errors: group('Errors', {
    noEmail: words('When the address names no email', 'No email found in booking confirmation', 120),
    failed: words('When the CRM could not be told', 'Failed to add tag', 120),
    network: words('When the network fails', 'Network error while adding tag', 120),
  }),
})

/** The calendar and the two pages around a booking (docs/spec.md, 'Booking pages'). */
export const BookingPages = {
  calendar: CalendarContent,
  ownCalendar: OwnCalendarContent,
  bookstrategy: BookStrategyContent,
  callbooked: CallBookedContent,
}

/** What is said around the calendar. */
export type CalendarWords = z.output<typeof CalendarContent>

/** What our own calendar says. */
export type OwnCalendarWords = z.output<typeof OwnCalendarContent>

/** Everything /callbooked says. */
export type CallBookedWords = z.output<typeof CallBookedContent>
