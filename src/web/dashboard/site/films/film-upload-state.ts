import type { Film } from '#contract/films-api.ts'

/** How an upload stands. `place` is the video whose film it is to be; empty where that one is gone. */
export type UploadState =
  | { step: 'idle' }
  | { step: 'checking'; place: string; name: string }
  | {
      step: 'sending' | 'waiting' | 'paused'
      place: string
      name: string
      sent: number
      bytes: number
      left?: number
      /** What is waited for: the network, or a server that is busy. */
      waitsFor?: 'network' | 'server'
    }
  | { step: 'finishing'; place: string; name: string }
  | { step: 'done'; place: string; film: Film }
  | { step: 'refused'; place: string; words: string }

const PROBE_BYTES = 64 * 1024

/**
 * What tells a file from others of its size: its first and last bytes. Its name and time do not: a phone gives its own
 * films new ones whenever they are chosen.
 */
export async function printOf(file: Blob): Promise<string> {
  const probes = [file.slice(0, PROBE_BYTES), file.slice(Math.max(0, file.size - PROBE_BYTES))]
  let print = 0x811c9dc5
  for (const probe of probes)
    for (const byte of new Uint8Array(await probe.arrayBuffer()))
      print = Math.imul(print ^ byte, 0x01000193) >>> 0
  return `${file.size}-${print.toString(16)}`
}

const MEGABYTE = 1024 * 1024

/** Bytes in words: `3.9 GB`, `120 MB`. */
export const sizeText = (bytes: number): string =>
  bytes >= 1000 * MEGABYTE
    ? `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`
    : `${Math.max(1, Math.round(bytes / MEGABYTE))} MB`

/** Seconds that are left, as people say them. */
export function leftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} min left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}

/** How long the rest takes at the pace of what was sent last: moments and bytes, oldest first. */
export function secondsLeft(samples: { at: number; sent: number }[], bytes: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < 3000 || last.sent <= first.sent) return undefined
  return ((bytes - last.sent) * (last.at - first.at)) / 1000 / (last.sent - first.sent)
}
