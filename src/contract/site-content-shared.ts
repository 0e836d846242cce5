import {
  choice,
  colour,
  contactEmail,
  focalPicture,
  group,
  link,
  picture,
  prose,
  toggle,
  words,
} from './content-fields.ts'

/** Who the site speaks for. Texts elsewhere name these as `{brand}`, `{coach}`, `{program}` and `{email}`. */
export const Brand = group('Brand', {
  name: words('Brand', 'Your Brand', 60),
  coach: words('Coach’s name', 'Your Coach', 60),
  program: words('Program’s name', 'The Program', 60),
  email: contactEmail('Support email'),
  copyright: words('Copyright line, after the year', '{brand}. All rights reserved.'),
  terms: link('Terms of Service', '/terms'),
  privacy: link('Privacy Policy', '/privacy'),
  termsLabel: words('Link to the terms: its text', 'Terms of Service', 60),
  legalLabel: words('Footer links: name for screen readers', 'Legal', 60),
  privacyLabel: words('Link to the privacy policy: its text', 'Privacy Policy', 60),
  accent: colour('Color'),
  logo: picture('Logo', '{brand}'),
  logoGround: choice('Behind the logo', ['nothing', 'light', 'dark'], 'nothing').meta({
    title: 'Behind the logo',
    description:
      'The training pages are dark: a dark logo needs a light background there, and a white one a dark background elsewhere.',
  }),
  portrait: focalPicture('Portrait of the coach', 'Portrait of {coach}'),
})

/** What a lead agrees to (docs/spec.md, 'Consent'). Publishing changed words names a new version by itself. */
export const Consent = group('Consent', {
  version: words('Version', '2026-11-24', 64).meta({ title: 'Version', format: 'automatic' }),
  text: prose(
    'Under every form',
    '{coach}’s team uses your details to give you access to the training and to email you about {program}. We never sell them. You can unsubscribe at any time.',
    1000,
  ).meta({
    title: 'Under every form',
    format: 'prose',
    description: 'Changed words count as a new version. Each lead keeps the words it agreed to.',
  }),
  callLabel: prose(
    'Beside the tick box for the automated call',
    'Yes, an automated assistant may call me about my application. This is optional, and I can opt out at any time.',
    500,
  ),
  offerCall: toggle('Offer the tick box for the automated call'),
})

/** The words all lead dialogs share. */
export const LeadForm = group('Lead form', {
  nameLabel: words('Name field', 'Full Name', 60),
  emailLabel: words('Email field', 'Email Address', 60),
  phoneLabel: words('Phone field', 'Phone Number', 60),
  nameMissing: words('When the name is missing', 'Please enter your name.', 120),
  emailMissing: words('When the email address is missing', 'Please enter your email address.', 120),
  emailUnreadable: words(
    'When it is not an email address',
    'Please enter an email address like you@example.com.',
    120,
  ),
  phoneMissing: words('When the phone number is missing', 'Please enter your phone number.', 120),
  close: words('Close button, read aloud', 'Close', 40),
  failure: words('When sending fails', 'There was an error submitting your information. Please try again.'),
  invalid: words('When a field needs a look', 'Please check the fields marked below.'),
})

/** The words of one page's lead dialog, with that page's defaults. */
export const leadDialog = (initial: Record<'title' | 'intro' | 'button' | 'busy' | 'note', string>) =>
  group('Lead dialog', {
    title: words('Title', initial.title, 120),
    intro: words('Under the title', initial.intro),
    button: words('Button', initial.button, 60),
    busy: words('Button while sending', initial.busy, 60),
    note: words('Note under the button', initial.note),
  })

/** What search engines and shared links show of a page. */
export const pageMeta = (title: string, description: string) =>
  group('For search engines and shared links', {
    title: words('Page title', title, 120),
    description: words('Description', description, 320),
    picture: link('Picture for shared links, 1200 × 630 (empty: the drawn one)'),
  })
