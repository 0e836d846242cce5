import { z } from 'zod'
import { amount, group, link, list, prose, words } from './content-fields.ts'
import { leadDialog, pageMeta } from './site-content-shared.ts'

const Step = z.object({
  title: words('Title', '', 80),
  session: prose('What happens on the Friday', '', 400),
  result: words('What you leave with', '', 160),
})

const Offer = group('Places, price and checkout', {
  places: amount('Places', 3, 0, 1000),
  taken: amount('How many of them are taken', 2, 0, 1000),
  price: amount('Price', 2497, 1, 1_000_000),
  regular: amount('Regular price', 4997, 1, 1_000_000),
  currency: words('Currency sign', '$', 4),
  minutes: amount('Minutes of a session', 90, 1, 600),
  checkout: link('Checkout (its https:// address, such as a Stripe payment link)'),
})

const Urgency = group('Urgency banner; the numbers come from places and taken', {
  leftOne: words('With one place left', '1 slot left', 60),
  leftMany: words('With several left', '{left} slots left', 60),
  full: words('With none left', 'No slots left', 60),
  taken: words('How many are taken', '{taken} of {places} spots taken', 60),
  why: words(
    'Why so few',
    'The group stays this small so that every project gets its own time in every session.',
    200,
  ),
})

const Price = group('Price', {
  title: words('Heading', 'What it costs', 80),
  member: words('Beside the price', 'Member price', 60),
  regular: words('Beside the regular price', 'Regular price', 60),
  discount: words('The discount', '{discount} member discount', 60),
  session: words('Per session', '{hourly} per session hour', 60),
  schedule: words('Schedule', '{minutes}-minute Friday sessions for {weeks} weeks ({hours} hours)', 160),
  once: words('How it is paid', 'Paid once, by card. No subscription.', 120),
})

const Calendar = group('Drawn calendar', {
  label: words(
    'What it shows, read aloud',
    '{days} days with a live session on each of {weeks} Fridays',
    160,
  ),
  weekdays: words('Weekdays, short, Monday first', 'Mon Tue Wed Thu Fri Sat Sun', 60),
  session: words('On a Friday', '{minutes} min', 20),
  end: words('On the last day', 'Live', 20),
  days: words('Under it, first', '{days} days', 40),
  fridays: words('Under it, second', '{weeks} Fridays', 40),
  hours: words('Under it, third', '{hours} hours live', 40),
})

const Opening = group('While there is no checkout address', {
  note: words(
    'Under the button',
    'Card checkout opens here shortly. Leave your details and you’ll be the first to get the payment link.',
    160,
  ),
  dialog: leadDialog({
    title: 'Get the payment link',
    intro: 'Card checkout opens shortly. You’ll hear before anyone else.',
    button: 'Send Me The Link',
    busy: 'Sending...',
    note: 'No payment now, and no obligation.',
  }),
})

const Full = group('When every place is taken', {
  title: words('Heading', 'This round is full', 80),
  text: prose(
    'Text',
    'All {places} spots are taken. Leave your details and you will be the first to hear when one comes free or the next round opens.',
    300,
  ),
  button: words('Button', 'Join The Waiting List', 40),
  dialog: leadDialog({
    title: 'Join the waiting list',
    intro: 'You will be the first to hear when a spot comes free or the next round opens.',
    button: 'Put Me On The List',
    busy: 'Sending...',
    note: 'No payment now, and nothing to cancel later.',
  }),
})

const steps: z.input<typeof Step>[] = [
  {
    title: 'Cut it to the one thing',
    session:
      'We cut your idea down to the one job somebody will pay for, and build its first screen together.',
    result: 'A first version you can click through',
  },
  {
    title: 'Make it work',
    session:
      'Accounts, data and payments go in. When something breaks we fix it on screen, so that you can do it yourself next time.',
    result: 'A version your first testers use',
  },
  {
    title: 'Put it live',
    session: 'Your own web address, a price, a page that sells it, and your first real visitors.',
    result: 'A product on the web that takes payments',
  },
]

/** Everything the upsell page says (docs/spec.md, 'The upsell'). Texts may name the offer’s figures. */
export const BuilderContent = group('Upsell page', {
  meta: pageMeta(
    'Three weeks to your MVP',
    'A live three-week building program for existing members: three Fridays, one working product.',
  ),
  offer: Offer,
  urgency: Urgency,
  members: words('Badge', 'For existing members only', 60),
  headline: words('Headline', 'Your product, live in {days} days', 120),
  intro: prose(
    'Under the headline',
    'Three weeks, three live Fridays, one working MVP. You build it; {coach} builds beside you until it runs.',
    300,
  ),
  button: words('Every checkout button', 'Secure My Spot Now', 40),
  buttonNote: words('Under the button', 'Opens the card checkout in a new tab.', 120),
  calendar: Calendar,
  timelineTitle: words('Over the timeline', 'Three Fridays, and what each one leaves you with', 120),
  week: words('Name of a week; {n} is its number', 'Week {n}', 40),
  result: words('Over what you leave with', 'You leave with', 40),
  steps: list('Timeline, one entry a week', Step, steps, 8),
  price: Price,
  includedTitle: words('Over what is included', 'What the price includes', 80),
  included: list('What is included', words('Entry', '', 160), [
    'Every session live, in a group small enough to know by name',
    'Time for your own project in each of them',
    'Written answers between the Fridays',
    'The recordings, in your training portal',
  ]),
  fitTitle: words('Over who it is for', 'This is for you if', 80),
  fit: list('Who it is for', words('Entry', '', 160), [
    'You study in the training portal and know which idea you want to build',
    'You can give it an hour on most days for three weeks',
  ]),
  unfitTitle: words('Over who it is not for', 'This is not for you if', 80),
  unfit: list('Who it is not for', words('Entry', '', 160), [
    'You are still looking for an idea: week 1 of the portal comes first',
    'You want it built for you',
  ]),
  guaranteeTitle: words('Guarantee, heading', '30-day money-back guarantee', 80),
  guarantee: prose(
    'Guarantee, text',
    'If it turns out not to be for you, say so within 30 days of paying and you get a full refund. Just write to {email}.',
    400,
  ),
  closing: words('Over the last button', 'Build it with us this time', 80),
  portalLink: words('Link to the portal', 'Open the training portal', 60),
  opening: Opening,
  full: Full,
  listedTitle: words('After the details are sent, heading', 'You are on the list', 80),
  listed: words(
    'After the details are sent, text',
    'You will hear from us by email. Nothing else to do.',
    160,
  ),
  disclaimer: prose(
    'Disclaimer',
    'What your product earns depends on your idea, your work and your market; nothing on this page is a promise of income.',
    1000,
  ),
})

/** Everything the upsell page says. */
export type BuilderWords = z.output<typeof BuilderContent>
