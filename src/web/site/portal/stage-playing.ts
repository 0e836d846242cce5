import type { Film } from './film-list.ts'
import { type PlayingFilm, playFilm } from './film-player.ts'
import { withDone, withLast, withSeconds } from './study-record.ts'
import type { Study } from './study-storage.ts'

const SAVE_EVERY = 5000
const PATIENCE = 8000

/** Plays one video at a time on a stage and remembers how far it came. */
export type Playing = { start(film: Film): void; rest(): void }

/** Makes a stage able to play. */
export function startPlaying(stage: Element, study: Study): Playing {
  const screen = stage.querySelector<HTMLElement>('.screen-player')
  const play = stage.querySelector('.play')
  const failed = stage.querySelector<HTMLElement>('.stage-failed')
  let now: { film: Film; player: PlayingFilm } | undefined
  let saving = 0
  let waiting = 0

  const save = () => {
    if (!now || study.record().done.includes(now.film.key)) return
    const [key, at] = [now.film.key, now.player.seconds()]
    study.change((record) => withSeconds(record, key, at))
  }
  const rest = () => {
    save()
    clearInterval(saving)
    clearTimeout(waiting)
    now?.player.stop()
    now = undefined
    stage.classList.remove('is-playing')
    play?.removeAttribute('aria-busy')
    if (failed) failed.hidden = true
  }
  const fail = (film: Film) => {
    const link = failed?.querySelector('a')
    if (link) link.href = film.elsewhere
    if (failed) failed.hidden = false
  }
  const start = (film: Film) => {
    if (!screen || !film.source || now) return
    const isOn = () => now?.film === film
    const record = study.record()
    const from = record.done.includes(film.key) ? 0 : (record.seconds[film.key] ?? 0)
    if (failed) failed.hidden = true
    play?.setAttribute('aria-busy', 'true')
    // The host's frame covers the picture at once; the hosted player stays unseen until it is ready.
    stage.classList.toggle('is-playing', film.source.host === 'youtube')
    const player = playFilm(
      screen,
      film.source,
      { title: film.title, from },
      {
        ready() {
          if (!isOn()) return
          clearTimeout(waiting)
          stage.classList.add('is-playing')
          if (failed) failed.hidden = true
        },
        ended() {
          if (isOn()) study.change((kept) => withDone(kept, film.key, true))
        },
        failed(error) {
          if (!isOn()) return
          console.warn('The video player did not start.', error)
          rest()
          fail(film)
        },
      },
    )
    now = { film, player }
    screen.focus({ preventScroll: true })
    saving = window.setInterval(save, SAVE_EVERY)
    waiting = window.setTimeout(() => fail(film), PATIENCE)
    study.change((kept) => withLast(kept, film.key))
  }
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) save()
  })
  return { start, rest }
}
