import { playedFilm } from '#contract/film-source.ts'
import { linkedForm } from '#contract/linked-form.ts'
import type { PolicyDirective } from '#contract/page-rendering.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import { VIMEO, WISTIA, YOUTUBE } from '#web/site/film/film-hosts.ts'
import type { ApplicationPlace } from './next-step.tsx'

const players = { wistia: WISTIA, youtube: YOUTUBE, vimeo: VIMEO, file: {} }

/** The third parties a video page speaks to: the video's host where it has one, the form where it is embedded. */
export function trainingHosts(
  words: TrainingContent,
  place: ApplicationPlace,
): Partial<Record<PolicyDirective, string[]>> {
  const player: Partial<Record<PolicyDirective, string[]>> = players[playedFilm(words.video)?.kind ?? 'file']
  const form = place === 'dialog' && linkedForm(words.application).startsWith('https://')
  if (!form) return player
  return { ...player, frame: [...(player.frame ?? []), new URL(words.application.link).origin] }
}
