import { z } from 'zod'
import { focalPicture, group, list, picture, prose, words } from './content-fields.ts'
import { leadDialog, pageMeta } from './site-content-shared.ts'

const feature = (name: string, title: string, text: string) =>
  group(name, {
    title: words('Heading', title, 80),
    text: prose('Text', text, 400),
    picture: picture('Picture (empty: the drawn one)', ''),
  })

const Figure = z.object({ figure: words('Figure', '', 12), label: words('What it counts', '', 60) })
const Company = z.object({ name: words('Name', '', 60), note: words('What it was', '', 100) })

/** Everything the home page says. */
export const HomeContent = group('Home', {
  meta: pageMeta(
    '{brand}: build a software business without writing code',
    'A free training for people with an idea and no engineering background: from a sentence to software that customers pay for.',
  ),
  headline: words('Headline', 'Build a software business without writing code', 120),
  intro: prose(
    'Under the headline',
    'For people with a good idea and no engineering background. {coach} shows how AI-assisted coding takes you from one plain sentence to software that customers pay for.',
    400,
  ),
  action: words('Button', 'Watch the free training', 40),
  actionNote: words('Beside the button', 'Free. About 15 minutes.', 80),
  proof: words('Proof in one line', 'Taught by {coach}: 100M+ downloads, 1M+ users.', 120),
  hero: focalPicture('Your picture beside the headline', ''),
  picture: group('The drawn picture, while there is none of yours', {
    sentence: words('What is asked for', 'A booking page for my dog grooming clients, with a deposit.', 80),
    app: words('Name of the app it becomes', 'Paws & Bubbles', 24),
    offer: words('What it sells', 'Wash and trim', 24),
    times: list('Times on offer', words('Entry', '', 8), ['9:00', '11:30', '2:00'], 3),
    book: words('Its button', 'Book', 16),
    receipt: words('What arrives in the end', 'Deposit paid', 24),
    amount: words('How much', '$20.00', 12),
    description: words(
      'The picture in words',
      'A plain sentence becomes a working booking app, and the first deposit arrives.',
    ),
  }),
  featuresTitle: words('Heading over the three features', 'You bring the idea. Here is the rest.', 120),
  building: feature(
    'First feature: AI-powered building',
    'AI-powered building',
    'You describe what the software should do. AI writes the code. You learn how to ask for it, check it and change it.',
  ),
  mentorship: feature(
    'Second feature: personal mentorship',
    'Personal mentorship',
    '{coach} looks at your idea, your screen and your numbers, one to one, and tells you what to do next.',
  ),
  mentorshipPicture: group('Picture of the second feature', {
    you: words('Name on the visitor’s pointer', 'You', 8),
    note: words('Note at the coach’s pointer', 'Charge for it', 14),
  }),
  results: feature(
    'Third feature: proven results',
    'Proven results',
    '{coach}’s own apps are used by millions of people. You get the steps behind them, not a pep talk.',
  ),
  founder: group('Founder', {
    title: words('Heading', 'Taught by {coach}', 120),
    bio: prose(
      'About the coach',
      '{coach} built, shipped and sold software the long way. Now the tools have changed, and the same work is open to people who have never written a line of code.',
      1200,
    ),
    figures: list(
      'Figures',
      Figure,
      [
        { figure: '100M+', label: 'downloads' },
        { figure: '1M+', label: 'users' },
        { figure: '3', label: 'earlier companies' },
      ],
      4,
    ),
    companies: list('Earlier companies by name', Company, [], 6),
  }),
  closing: group('Last section', {
    title: words('Heading', 'See how it is done before you decide anything', 120),
    text: prose('Text', 'The training is free and takes about 15 minutes.', 300),
  }),
  dialog: leadDialog({
    title: 'Watch the free training',
    intro: 'Enter your details to start watching.',
    button: 'Get Instant Access',
    busy: 'Submitting...',
    note: 'The training opens right away.',
  }),
})
export type HomeContent = z.output<typeof HomeContent>
