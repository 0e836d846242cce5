import type { Film } from './film-list.ts'
import { neighbour } from './neighbour.ts'
import { drawFilm, drawRecord } from './stage-drawing.ts'
import { startPlaying } from './stage-playing.ts'
import { withDone, withLast } from './study-record.ts'
import type { Study } from './study-storage.ts'

/** The stage of one week at work. */
export type Stage = {
  /** Puts a video on the stage, without playing it. */
  choose(index: number): void
  /** Plays the video that is on the stage, where it has one. */
  play(): void
  /** Takes a playing video off, its second remembered. */
  rest(): void
  /** Shows what the study record says now. */
  show(): void
}

/**
 * Brings a week's stage to life: choosing, playing, marking. `moved` is called when a button asks for another
 * video. Undefined where the week has no videos.
 */
export function startStage(
  week: HTMLElement,
  films: Film[],
  study: Study,
  moved: (film: Film) => void,
): Stage | undefined {
  const stage = week.querySelector('.stage')
  const last = films.findIndex((film) => film.key === study.record().last)
  let chosen = films[Math.max(0, last)]
  if (!stage || !chosen) return undefined
  const playing = startPlaying(stage, study)
  const buttons = [...stage.querySelectorAll<HTMLButtonElement>('.step')]
  const wraps = week.dataset.wraps === 'true'
  const beside = (button: HTMLButtonElement): Film | undefined => {
    const step = button.dataset.step === '1' ? 1 : -1
    return films[neighbour(chosen?.index ?? 0, films.length, step, wraps) ?? -1]
  }
  const show = () => {
    if (chosen) drawRecord(stage, chosen, films, study.record())
  }
  const choose = (index: number) => {
    const film = films[index]
    if (!film) return
    if (film !== chosen) playing.rest()
    chosen = film
    drawFilm(stage, film, films)
    for (const button of buttons) button.disabled = !beside(button)
    show()
  }

  const play = () => {
    if (chosen) playing.start(chosen)
  }
  stage.querySelector('.play')?.addEventListener('click', (event) => {
    event.preventDefault()
    play()
  })
  for (const button of buttons)
    button.addEventListener('click', () => {
      const film = beside(button)
      if (film) moved(film)
      // A button that has come to its end cannot hold the focus; the one beside it can.
      if (button.disabled) buttons.find((other) => other !== button)?.focus()
    })
  stage.querySelector('.mark-done')?.addEventListener('click', () => {
    const key = chosen?.key
    if (key === undefined) return
    study.change((record) => withDone(withLast(record, key), key, !record.done.includes(key)))
  })
  const bar = stage.querySelector<HTMLElement>('.stage-bar')
  if (bar) bar.hidden = false
  choose(chosen.index)
  return { choose, play, rest: playing.rest, show }
}
