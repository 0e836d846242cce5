import { linkedForm } from '#contract/linked-form.ts'
import type { PolicyDirective } from '#contract/page-rendering.ts'
import type { TrainingContent } from '#contract/site-content-training.ts'
import type { ApplicationPlace } from './next-step.tsx'

// The hosts the video host lists for sites with a Content-Security-Policy, less search and error reporting.
const PLAYER_HOSTS: Partial<Record<PolicyDirective, string[]>> = {
  script: ['https://fast.wistia.com', 'https://fast.wistia.net', 'https://src.litix.io'],
  style: ['https://fast.wistia.com'],
  connect: ['https://*.wistia.com', 'https://*.wistia.net', 'https://*.litix.io'],
  frame: ['https://fast.wistia.com', 'https://fast.wistia.net'],
  img: ['https://*.wistia.com', 'https://*.wistia.net'],
  media: ['blob:', 'https://*.wistia.com', 'https://*.wistia.net'],
  font: ['data:', 'https://*.wistia.com'],
  worker: ['blob:'],
}

/** The third parties a video page speaks to: the video host where there is a video, the form where it is embedded. */
export function trainingHosts(
  words: TrainingContent,
  place: ApplicationPlace,
): Partial<Record<PolicyDirective, string[]>> {
  const player = words.video.wistiaId ? PLAYER_HOSTS : {}
  const form = place === 'dialog' && linkedForm(words.application).startsWith('https://')
  if (!form) return player
  return { ...player, frame: [...(player.frame ?? []), new URL(words.application.link).origin] }
}
