import { group, prose, toggle, words } from './content-fields.ts'

const HINT =
  '{name} is the person, {when} the time of the call, {link} the way into it, {move} and {cancel} the ways to change it. A line ending in {link}, {move} or {cancel} becomes a link. If there is no such link, the line is left out.'

const mail = (title: string, about: { subject: string; text: string }) =>
  group(title, {
    isSent: toggle('Send this email'),
    subject: words('Subject', about.subject, 150),
    text: prose('Text', about.text, 3000).meta({ title: 'Text', format: 'prose', description: HINT }),
  })

const WAYS = 'Join the call: {link}\n\nPick another time: {move}\nCancel the call: {cancel}'

/** The mails around a booked call. They go out once a mail server is connected. */
export const Mails = group('Emails', {
  confirmed: mail('When a call is booked', {
    subject: 'Your call with {coach} is booked',
    text: `Hi {name},\n\nYour call with {coach} is booked for:\n\n{when}\n\n${WAYS}\n\nBring your questions as they are. See you then!`,
  }),
  moved: mail('When it is moved', {
    subject: 'Your call with {coach} has a new time',
    text: `Hi {name},\n\nYour call with {coach} has been moved. The new time is:\n\n{when}\n\n${WAYS}`,
  }),
  cancelled: mail('When it is cancelled', {
    subject: 'Your call with {coach} is cancelled',
    text: 'Hi {name},\n\nYour call with {coach} has been cancelled:\n\n{when}\n\nIf you would still like to talk, you are welcome to pick another time.\n\nBook another call: {link}',
  }),
  dayBefore: mail('Reminder, a day before', {
    subject: 'Tomorrow: your call with {coach}',
    text: `Hi {name},\n\nJust a reminder of your call with {coach}:\n\n{when}\n\n${WAYS}\n\nIf something has come up, please move or cancel it, so that the time can go to somebody else.`,
  }),
  hourBefore: mail('Reminder, an hour before', {
    subject: 'In an hour: your call with {coach}',
    text: `Hi {name},\n\nYour call with {coach} is about to begin:\n\n{when}\n\n${WAYS}`,
  }),
  minutesBefore: mail('Reminder, a quarter of an hour before', {
    subject: 'In 15 minutes: your call with {coach}',
    text: `Hi {name},\n\nYour call with {coach} begins in 15 minutes:\n\n{when}\n\n${WAYS}`,
  }),
  footer: words(
    'Under every email',
    'You’re receiving this email because you booked a call with {coach}.',
    300,
  ),
})

/** The words of all mails. */
export type MailWords = ReturnType<typeof Mails.parse>

/** A mail the owner has words for. */
export type MailKind = Exclude<keyof MailWords, 'footer'>

const isMail = (key: keyof MailWords): key is MailKind => key !== 'footer'

/** Every mail the owner has words for. The keys of an object are its names, which the compiler does not say. */
export const mailKinds: MailKind[] = (Object.keys(Mails.parse({})) as (keyof MailWords)[]).filter(isMail)

/** Where the editor shows a mail as its reader gets it. */
export const mailPreviewPath = (kind: MailKind): string => `/mails/${kind}`
