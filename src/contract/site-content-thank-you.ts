import { z } from 'zod'
import { group, list, prose, words } from './content-fields.ts'
import { pageMeta } from './site-content-shared.ts'

type TwoStepsDefaults = { name: string; call: string; book: string }

/** Everything a two-step thank-you page says (docs/spec.md, 'Thank-you pages'). */
const twoSteps = (initial: TwoStepsDefaults) =>
  group(initial.name, {
    meta: pageMeta(
      'Great news · {brand}',
      'Two steps to get started: answer a short call, then book your session.',
    ),
    headline: words('Headline', 'Great news! We think you could be a perfect fit', 120),
    label: words('Over the steps', 'TWO STEPS TO GET STARTED', 60),
    call: group('Step 1: the call', {
      title: words('Heading', initial.call, 80),
      text: prose('Text', 'It comes from a 415 number, with a few quick qualifying questions.', 300),
      number: words('Number on the drawn phone', '(415) ··· ····', 24),
      waiting: words('Countdown', 'Call should arrive in {seconds} seconds', 60),
      lastSecond: words('Countdown, last second', 'Call should arrive in 1 second', 60),
      soon: words('Without a countdown', 'Call should arrive in a moment', 60),
      calling: words('After the countdown', 'Calling Now!', 40),
      queued: words('Once the voice agent has the call', 'Placing your call', 40),
      ringing: words('While it rings', 'Your phone is ringing', 40),
      answered: words('Once it is answered', 'You are on the call', 40),
      ended: words('When it is over', 'Thank you for the call', 40),
      missed: words('When nobody answers', 'We could not reach you', 40),
      voicemail: words('When the voicemail answers', 'We left you a voicemail', 40),
      failed: words('When the call fails', 'The call did not go through', 40),
      none: group('When there is no call', {
        title: words('Heading', 'Skip the AI call', 80),
        state: words('On the card', 'No call this time', 40),
        consent: prose('Without consent', 'You did not ask for a call, so we will not phone you.', 200),
        phone: prose('Without a number', 'We do not have a phone number we can call.', 200),
        hours: prose(
          'At night',
          'It’s too late, or too early, to call you now: we only call between 8 am and 9 pm.',
          200,
        ),
        busy: prose('When there are many calls', 'We’ve reached our limit of calls for now.', 200),
        trouble: prose('When calls do not go out', 'We cannot place calls right now.', 200),
        button: words('Link to step 2', 'Book your session instead', 40),
      }),
      note: prose(
        'Below the countdown',
        'No call? Check Do Not Disturb. We only phone people who agreed to it.',
        200,
      ),
    }),
    book: group('Step 2: the booking', {
      title: words('Heading', initial.book, 80),
      text: prose(
        'Text',
        'A live video strategy session with {coach}, 30 to 45 minutes, about your business and your goals.',
        300,
      ),
      button: words('Button', 'Book Call Now', 40),
      dialog: words('Title of the calendar’s dialog', 'Pick your time', 60),
    }),
  })

const Step = z.object({ title: words('Heading', '', 80), text: words('Text', '', 200) })

const QualifiedContent = group('Qualified', {
  meta: pageMeta('We are calling you · {brand}', 'Our AI voice agent is calling you from a 415 number.'),
  headline: words('Headline', 'Our AI voice agent is calling you right now', 100),
  text: prose('Under the headline', 'Keep your phone handy. The number starts with 415.', 200),
  steps: list(
    'What to do',
    Step,
    [
      { title: 'Turn off Do Not Disturb', text: 'A silenced phone sends the call straight to voicemail.' },
      { title: 'Pick up the 415 number', text: 'It is our AI voice agent; the call takes a few minutes.' },
      {
        title: 'Answer a few qualifying questions',
        text: 'Short answers are fine. There is nothing to prepare.',
      },
    ],
    5,
  ),
  number: words('Number on the drawn phone', '(415) ··· ····', 24),
  caller: words('Caller on the drawn phone', 'AI voice agent', 24),
  picture: words('The picture in words', 'A phone rings: a call from area code 415.', 120),
})

const ReceivedContent = group('Application received', {
  meta: pageMeta('Application received · {brand}', 'We have your application and will be in touch.'),
  headline: words('Headline', 'Your application was received', 100),
  text: prose('Under the headline', 'Thank you. The team will be in touch with you to book a call.', 200),
  stages: list(
    'The way from here',
    Step,
    [
      { title: 'Application received', text: 'It is with the team now.' },
      { title: 'The team gets in touch', text: 'By email and by text message.' },
      { title: 'Your call', text: 'At a time you choose.' },
    ],
    4,
  ),
  check: words('Heading of the reminder', 'Check your email and texts', 80),
  checkText: prose(
    'Reminder',
    'We will email and text you at the address and number in your application. If nothing arrives, check your spam folder.',
    300,
  ),
})

/** The four confirmation pages after an application (docs/spec.md, 'Pages'). */
export const ThankYouPages = {
  thankyoucall: twoSteps({
    name: 'Thank you: call, then book',
    call: 'Answer our AI call',
    book: 'Book your strategy session',
  }),
  thankyoucallb: twoSteps({
    name: 'Thank you B: call, then book',
    call: 'Pick up our AI call',
    book: 'Choose your session',
  }),
  thankyoucallc: ReceivedContent,
  qualified: QualifiedContent,
}

/** Everything a two-step thank-you page says. */
export type TwoStepsWords = z.output<typeof ThankYouPages.thankyoucall>
