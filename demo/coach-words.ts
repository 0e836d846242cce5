import type { z } from 'zod'
import type { CalendarRules } from '#contract/calendar-hours.ts'
import type { SiteContent } from '#contract/site-content.ts'

type Words = z.input<typeof SiteContent>

const WAYS = 'Join here: {link}\n\nAnother time: {move}\nCall it off: {cancel}'

const steps = {
  text: 'A short call from our assistant first: three questions about your idea, so that mine can be better ones.',
  note: 'No ring? Look whether Do Not Disturb is on. Only people who asked for the call get one.',
}
const session =
  'Forty minutes on video with {coach}: your idea, your first customer, and what to build first.'

/** What the invented coach says after an application, around a call and in mails. */
export const coachWords: Pick<
  Words,
  'thankyoucall' | 'thankyoucallb' | 'thankyoucallc' | 'qualified' | 'bookstrategy' | 'callbooked' | 'mails'
> = {
  thankyoucall: {
    headline: 'This sounds like something we can build',
    label: 'TWO STEPS, AND YOU ARE IN MY CALENDAR',
    call: { title: 'Pick up the short call', ...steps },
    book: { title: 'Choose forty minutes with me', text: session, button: 'Find a time with {coach}' },
  },
  thankyoucallb: {
    headline: 'I would like to hear more about this',
    label: 'TWO STEPS, AND YOU ARE IN MY CALENDAR',
    call: { title: 'Answer three questions by phone', ...steps },
    book: { title: 'Pick your forty minutes', text: session, button: 'Find a time with {coach}' },
  },
  thankyoucallc: {
    headline: 'Your idea is on my desk',
    text: 'Thank you for telling me about it. I read applications on Thursday evenings and answer every one.',
    stages: [
      { title: 'Your application is in', text: 'Nothing more to do today.' },
      { title: 'Thursday evening', text: '{coach} reads it, with a pencil.' },
      { title: 'My answer', text: 'By email on Friday: a time to talk, or what to build first by yourself.' },
    ],
    check: 'Look out for my email',
    checkText: 'It comes from {email}. If Friday is over and nothing is there, look into your spam folder.',
  },
  qualified: {
    headline: 'Our assistant is ringing you now',
    text: 'Keep your phone at hand. The number begins with 415.',
    steps: [
      { title: 'Take the phone off silent', text: 'Do Not Disturb sends the call to your voicemail.' },
      { title: 'Pick up', text: 'It is our AI assistant; two or three minutes are enough.' },
      { title: 'Tell it about your idea', text: 'In your words. {coach} hears all of it before you talk.' },
    ],
    caller: 'Wickett Works',
  },
  bookstrategy: {
    headline: 'Forty minutes about your product',
    notice: 'Mondays to Thursdays, and Saturday mornings. Fridays are for building.',
    noteTitle: 'Before we talk',
    note: 'Bring the idea as it is, and the name of one person who might pay for it.\n\nWe look at what the smallest thing is that this person would pay for, and whether {program} is the way to it. If it is not, you will know what to do instead.',
    signature: 'Marlo',
    button: 'Find a time with {coach}',
  },
  callbooked: {
    next: {
      title: 'Until we talk',
      steps: [
        'The invitation is on its way to your inbox, with the link to my video room.',
        'I remind you the day before, and a quarter of an hour before we start.',
        'Ask one person whether they would pay for your idea. Bring their answer.',
      ],
    },
  },
  mails: {
    confirmed: {
      subject: 'We talk about your product: {coach}',
      text: `Hi {name},\n\nIt is in my calendar:\n\n{when}\n\n${WAYS}\n\nOne thing until then: ask one person whether they would pay for it, and bring me their answer.\n\nMarlo`,
    },
    moved: {
      subject: 'Our call has a new time',
      text: `Hi {name},\n\nNo trouble at all. We talk at:\n\n{when}\n\n${WAYS}\n\nMarlo`,
    },
    cancelled: {
      subject: 'Our call is off',
      text: 'Hi {name},\n\nThis call is off:\n\n{when}\n\nThe idea stays a good one. If another week suits you better, pick a time.\n\nPick a time: {link}\n\nMarlo',
    },
    dayBefore: {
      subject: 'Tomorrow: forty minutes about your product',
      text: `Hi {name},\n\nWe talk tomorrow:\n\n{when}\n\n${WAYS}\n\nIf it doesn’t suit you any more, move it; someone else will be glad of the time.\n\nMarlo`,
    },
    hourBefore: {
      subject: 'In an hour: our call',
      text: `Hi {name},\n\nIn an hour I’ll be in the video room:\n\n{when}\n\n${WAYS}\n\nMarlo`,
    },
    minutesBefore: {
      subject: 'In 15 minutes: our call',
      text: `Hi {name},\n\nKettle on, camera on. We begin in 15 minutes:\n\n{when}\n\n${WAYS}\n\nMarlo`,
    },
    footer: 'You’re receiving this email because you booked a call with {coach} of Wickett Works.',
  },
}

const afternoon = { from: '14:00', to: '18:00' }

/** When the invented coach has calls: never on a Friday, which is for building. */
export const coachHours: Partial<CalendarRules> = {
  timezone: 'America/Los_Angeles',
  week: [
    [{ from: '10:00', to: '12:30' }, afternoon],
    [{ from: '10:00', to: '12:30' }, afternoon],
    [{ from: '08:30', to: '12:30' }, afternoon],
    [
      { from: '10:00', to: '12:30' },
      { from: '14:00', to: '17:00' },
    ],
    [],
    [{ from: '09:00', to: '11:30' }],
    [],
  ],
  lengthMinutes: 40,
  everyMinutes: 30,
  pauseMinutes: 20,
  noticeHours: 5,
  horizonDays: 14,
  mostPerDay: 6,
  title: 'Forty minutes about your product',
  place: 'https://meet.example/marlo-wickett',
}
