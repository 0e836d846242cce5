import type { z } from 'zod'
import { group, list, picture, prose, words } from './content-fields.ts'
import { leadDialog, pageMeta } from './site-content-shared.ts'

const instantAccess = {
  title: 'Get Instant Access',
  intro: 'Enter details to watch free training',
  button: 'Get Access',
  busy: 'Submitting...',
  note: 'Privacy protected. Never shared.',
}

type MemeDefaults = Record<'title' | 'name' | 'headline' | 'first' | 'second' | 'alt', string>

/** Everything a meme page says. */
const memePage = (initial: MemeDefaults) =>
  group(initial.name, {
    meta: pageMeta(initial.title, 'The free training for people who have an idea and cannot code.'),
    headline: words('Headline', initial.headline, 80),
    picture: picture('Meme (empty: the drawn one)', initial.alt),
    first: words('First caption of the drawn meme', initial.first, 60),
    second: words('Second caption of the drawn meme', initial.second, 60),
    text: prose(
      'Under the meme',
      'For people with an idea and no code. {coach} shows you how, start to finish, for free.',
      200,
    ),
    proof: words('Proof in one line', '{coach}: 100M+ downloads, 1M+ users.', 100),
    video: words('On the video thumbnail', 'Watch: one sentence in, one app out', 60),
    length: words('Length on the video thumbnail', '15 min', 20),
    action: words('Button', 'GET ACCESS NOW →', 40),
    dialog: leadDialog(instantAccess),
  })

const CollegeContent = group('Lander: college', {
  meta: pageMeta(
    'The Cheat Code',
    'How students build an app business between lectures, without writing code.',
  ),
  headline: words('Headline', 'The Cheat Code', 60),
  text: prose('Under the headline', 'Build an app business between lectures. No coding class.', 200),
  bullets: list(
    'Benefits',
    words('Entry', '', 120),
    ['you talk, AI writes the code', 'days, not semesters', 'starts free, tonight', 'any major will do'],
    6,
  ),
  action: words('Button', 'Show Me The Cheat Code →', 40),
  actionNote: words('Under the button', 'free, 15 minutes, pass it on', 80),
  signature: words('Signature', '{coach}', 60),
  proof: words('Under the signature', '100M+ downloads, 1M+ users', 120),
  scribble: words('Scribbled in the margin', 'read this!', 24),
  dialog: leadDialog(instantAccess),
})

const HackContent = group('Lander: hack', {
  meta: pageMeta(
    'The Weird Vibe Coding Hack',
    'Say what you want and watch it get built. Free training, no code.',
  ),
  headline: words('Headline', 'The Weird Vibe Coding Hack', 80),
  text: prose(
    'Under the headline',
    'For people with an idea who never learned to code: type what you want in plain words, and software comes out.',
    240,
  ),
  prompt: words('What is typed', 'a shop for my candles, with gift wrapping', 60),
  answers: list(
    'What the terminal answers',
    words('Entry', '', 60),
    ['ok. building the shop', 'adding gift wrapping', 'done. it’s live'],
    5,
  ),
  smile: words('Its last word', 'that’s it. really.', 40),
  proof: words('Proof in one line', 'Found by {coach}: 100M+ downloads, 1M+ users.', 120),
  action: words('Button', 'Show Me The Weird Hack →', 40),
  actionNote: words('Under the button', 'Free. 15 minutes. No credit card.', 80),
  dialog: leadDialog({
    title: 'Where Do We Send it?',
    intro: 'Enter details to watch the Vibe Coding training:',
    button: 'Watch Training Now',
    busy: 'Submitting...',
    note: 'Privacy protected. Never shared.',
  }),
})

/** The four pages adverts lead to. */
export const LanderPages = {
  meme: memePage({
    title: 'Four years or one sentence',
    name: 'Meme',
    headline: 'You can skip the four years.',
    first: 'Learning to code for four years',
    second: 'Saying what you want in one sentence',
    alt: 'A person waves away learning to code for four years, and likes saying what they want in one sentence.',
  }),
  meme2: memePage({
    title: 'This dog cannot code',
    name: 'Meme 2',
    headline: 'If he can do it, so can you.',
    first: 'Cannot code',
    second: 'Has paying customers',
    alt: 'A dog with glasses sits at a laptop. It cannot code. It has paying customers.',
  }),
  landerCollege: CollegeContent,
  landerHack: HackContent,
}

/** Everything a meme page says. */
export type MemeContent = z.output<typeof LanderPages.meme>
