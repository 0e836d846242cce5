import { z } from 'zod'
import {
  captionsField,
  choice,
  filmField,
  group,
  link,
  list,
  mediaId,
  picture,
  prose,
  vimeoLink,
  words,
  youtubeLink,
} from './content-fields.ts'
import { captionLanguages } from './film-captions.ts'
import { readChapters } from './film-chapters.ts'
import { filmSources } from './film-source.ts'
import { leadDialog, pageMeta } from './site-content-shared.ts'
import { wellFormed } from './text.ts'

const dialogs = {
  open: {
    title: 'Get your training portal',
    intro: 'The four weeks of study material, free with this training.',
    button: 'Get Free Access Now',
    busy: 'Getting Access...',
    note: 'By submitting, you agree to receive marketing messages. You can unsubscribe at any time.',
  },
  gated: {
    title: 'Ready to Unlock The Secret?',
    intro: 'Enter your details below to get instant access to the training portal.',
    button: 'Get Free Access Now',
    busy: 'Getting Access...',
    note: 'By submitting, you agree to receive marketing messages. You can unsubscribe at any time.',
  },
}

/** Chapters of a film, a line each with its time and title. */
const chapterLines = z
  .string()
  .trim()
  .overwrite(wellFormed)
  .max(4000, 'must be at most 4000 characters')
  .check((context) => {
    const read = readChapters(context.value)
    if (typeof read === 'string') context.issues.push({ code: 'custom', input: context.value, message: read })
  })
  .default('')
  .meta({
    title: 'Chapters',
    format: 'chapters',
    description: 'One per line, starting with its time: 0:00 Welcome. Leave empty for no chapters.',
  })

/** Everything a video page says (docs/spec.md, 'Video pages'); `kind` picks the dialog's defaults. */
const trainingPage = (title: string, kind: keyof typeof dialogs) =>
  group(title, {
    meta: pageMeta(
      'Free training: build a software business without writing code',
      'Watch how a plain sentence becomes software that customers pay for. Free, about 15 minutes.',
    ),
    badge: words('Badge', 'FREE TRAINING', 40),
    headline: words('Headline', 'From one plain sentence to software people pay for', 120),
    intro: prose(
      'Under the headline',
      '{coach} builds a small business on screen, start to finish, without writing a line of code.',
      300,
    ),
    step: words('Over the video', 'Step 1: Watch The Video Below', 80),
    video: group('Video', {
      source: choice('Where the video comes from', filmSources, 'auto'),
      film: filmField('Your video'),
      wistiaId: mediaId('Wistia media id'),
      youtube: youtubeLink('YouTube address'),
      vimeo: vimeoLink('Vimeo address'),
      captions: list(
        'Captions',
        group('Captions', {
          language: choice('Language', captionLanguages, 'en'),
          src: captionsField('File'),
        }),
        [],
        10,
      ),
      chapters: chapterLines,
      chaptersTitle: words('Over the chapters', 'Chapters', 40),
      speed: words('Playing speed', 'Speed', 40),
      poster: picture('Poster before it plays', ''),
      posterTitle: words('Words on the drawn poster', 'From idea to app, in one sitting', 60),
      play: words('Play button, read aloud', 'Play the training video', 60),
      label: words('Label on the left', 'Training Video', 40),
      access: words('Label on the right', 'Limited Time Access', 40),
      length: words('Length', '15 min', 20),
      failed: words(
        'When the player does not load',
        'The video did not load. Check your connection and press play again.',
        160,
      ),
      missing: words('While there is no video', 'The training will be here soon.', 120),
      missingAction: words('While there is no video, the link', 'Tell me when it’s ready', 60),
      missingText: prose(
        'While there is no video, below',
        'Leave your details and we’ll email you when it’s ready.',
        200,
      ),
    }),
    next: group('Next step', {
      waiting: words('Before the countdown appears', 'Your next step will appear here.', 120),
      countdown: words('Over the countdown', 'Next Step In', 40),
      countdownText: words('Under the countdown', 'It opens automatically.', 120),
    }),
    application: group('Application', {
      use: choice('Which form', ['linked', 'own'], 'linked').meta({
        title: 'Which form',
        description:
          'A form elsewhere opens once its link is entered below. Until then, the built-in form opens.',
      }),
      link: link('Application form (its https:// address)'),
      button: words('Apply button', 'Apply For {program} Now', 60),
      text: words('Under the apply button', 'Work 1-1 with {coach} on your own software business.', 160),
      title: words('Title of the form’s dialog', 'Your application', 80),
      loading: words('While the form loads', 'Opening the application form', 80),
      slow: words(
        'When the form does not load',
        'The form is not opening here. Use the link above to open it in a new tab.',
        160,
      ),
      elsewhere: words('Link to the form in a new tab', 'Open the form in a new tab', 80),
    }),
    portal: group('Invitation to the portal', {
      title: words('Heading', 'The study material is included', 120),
      text: prose(
        'Text',
        'Four weeks of videos, guides and checklists to work through at your own pace.',
        300,
      ),
      button: words('Button', 'Get the training portal', 60),
    }),
    disclaimer: prose(
      'Disclaimer',
      'Results vary. What you earn depends on your idea, your work and your market; nothing on this page is a promise of income.',
      1000,
    ),
    dialog: leadDialog(dialogs[kind]),
  })

/** The three video pages. Their texts start alike; video, links and words are each page's own. */
export const TrainingPages = {
  freetraining: trainingPage('Free training', 'open'),
  freetraining2: trainingPage('Free training 2', 'open'),
  freetrainingc: trainingPage('Free training, gated', 'gated'),
}

/** Everything a video page says. */
export type TrainingContent = z.output<typeof TrainingPages.freetraining>
