import type { z } from 'zod'
import { group, prose, toggle, words } from './content-fields.ts'
import { pageMeta } from './site-content-shared.ts'
import { PortalWeeks } from './site-content-weeks.ts'

/** A word for one and a word for many; `{count}` stands for the number. */
const counting = (title: string, one: string, many: string) =>
  group(title, { one: words('For one', one, 60), many: words('For several', many, 60) })

const VideoTypeWords = group('Names of the video types', {
  replay: words('Replay', 'Replay', 40),
  module: words('Module', 'Module', 40),
  tutorial: words('Tutorial', 'Tutorial', 40),
  marketing: words('Marketing', 'Marketing', 40),
  intro: words('Introduction', 'Introduction', 40),
  checklist: words('Checklist', 'Checklist', 40),
  strategy: words('Strategy', 'Strategy', 40),
  casestudy: words('Case study', 'Case study', 40),
  pricing: words('Pricing', 'Pricing', 40),
  sales: words('Sales', 'Sales', 40),
  exit: words('Exit', 'Exit', 40),
  practical: words('Practical', 'Practical', 40),
})

const ResourceTypeWords = group('Resources', {
  document: words('Document', 'Document', 40),
  audio: words('Audio', 'Audio', 40),
  presentation: words('Presentation', 'Presentation', 40),
  openDocument: words('Link to a document', 'Access Resource', 40),
  openAudio: words('Link to an audio', 'Open Resource', 40),
  openPresentation: words('Link to a presentation', 'Open Resource', 40),
  newTab: words('After the link, read aloud', 'opens in a new tab', 60),
  missing: words('While there is no address', 'Will open here soon', 60),
})

const Player = group('Player', {
  play: words('Play button, read aloud; {title} is the video’s', 'Play {title}', 80),
  previous: words('Previous button', 'Previous', 40),
  next: words('Next button', 'Next', 40),
  counter: words('Counter', '{n} of {total}', 40),
  markDone: words('Button to mark a video', 'Mark as done', 40),
  isDone: words('The same button once marked', 'Done', 40),
  takeBack: words('The same, read aloud', 'press to unmark it', 80),
  missing: words('While there is no video', 'This video will play here soon', 80),
  missingText: words(
    'Below that',
    'It will appear here once it is up. Your progress is kept until then.',
    160,
  ),
  failed: words('When the player does not load', 'The player did not load.', 120),
  elsewhere: words('Link beside that', 'Open the video in a new tab', 80),
})

const Progress = group('Progress', {
  all: words('Over everything', '{done} of {total} videos done', 80),
  week: words('Of a week', '{done} of {total} done', 60),
  start: words('Link at the very start', 'Start here', 60),
  resume: words('Link to where a member stopped', 'Continue where you left off', 60),
  next: words('Link when that video is done', 'Next up', 60),
  finished: words('When all is done', 'Every video is done. Well done!', 120),
  at: words('Where in the video; {time} is 12:40', 'at {time}', 40),
  notKept: words(
    'Where the browser forbids storage',
    'This browser does not keep your progress between visits.',
    160,
  ),
})

const Program = group('Way to the upsell page, at the end', {
  isOffered: toggle('Offer it to members'),
  kind: words('Over the heading', 'For members', 40),
  title: words('Heading', 'Would you rather build it together?', 80),
  text: words('Text', 'Live Fridays in a small group, with a working product at the end.', 160),
  link: words('Link', 'See the live program', 60),
})

/** Everything the members’ training portal says (docs/spec.md, 'The portal'). */
export const PortalContent = group('Training portal', {
  meta: pageMeta(
    'Training Portal',
    'The four weeks of {program}: videos, study resources and your progress.',
  ),
  title: words('Title', 'Training Portal', 60),
  member: words('First badge', 'Elite Member', 40),
  active: words('Second badge; {week} is the open week’s title', '{week} Active', 60),
  heading: words('Heading', 'Training Modules', 80),
  back: words('Link to the training', 'Back to the training', 40),
  progress: Progress,
  player: Player,
  videosTitle: words('Over the videos', 'This week’s videos', 60),
  resourcesTitle: words('Over the resources', 'Resources', 60),
  pathTitle: words('Over the learning path', 'Learning path', 60),
  pathIntro: words('Over its steps', 'Recommended order', 60),
  videoCount: counting('Number of videos', '{count} video', '{count} videos'),
  resourceCount: counting('Number of resources', '{count} resource', '{count} resources'),
  noVideos: prose('In a week without videos', 'This week’s videos will be here soon.', 200),
  videoTypes: VideoTypeWords,
  resources: ResourceTypeWords,
  program: Program,
  secure: words('Badge in the footer', 'Secure Portal', 40),
  ssl: words('Second badge in the footer', 'SSL Protected', 40),
  weeks: PortalWeeks,
})

/** Everything the portal says. */
export type PortalWords = z.output<typeof PortalContent>
