import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { Film } from './film-list.ts'
import { type StudyRecord, timeText } from './study-record.ts'

const write = (place: Element | null | undefined, words: string) => {
  if (place && place.textContent !== words) place.textContent = words
}

/** Puts a video of `films` on the stage: its picture, its words, its place among the others. */
export function drawFilm(stage: Element, film: Film, films: Film[]): void {
  const on = (selector: string) => stage.querySelector<HTMLElement>(selector)
  const from = (selector: string) => film.item.querySelector(selector)?.textContent ?? ''
  const art = film.item.querySelector('.art')?.cloneNode(true)
  if (art) on('.screen-picture')?.replaceChildren(art)
  write(on('[data-type]'), from('.film-type'))
  write(on('[data-length]'), from('.film-length'))
  write(on('[data-title]'), film.title)
  write(on('[data-text]'), from('.film-text'))
  const counter = on('.counter')
  write(counter, fillPlaceholders(counter?.dataset.counter ?? '', { n: film.index + 1, total: films.length }))
  const label = on('[data-play]')
  write(label, fillPlaceholders(label?.dataset.play ?? '', { title: film.title }))
  const play = stage.querySelector<HTMLAnchorElement>('.play')
  if (play) {
    play.hidden = !film.source
    play.href = film.elsewhere
  }
  const missing = on('.screen-missing')
  if (missing) missing.hidden = film.source !== undefined
  for (const other of films) {
    if (other === film) other.link.setAttribute('aria-current', 'true')
    else other.link.removeAttribute('aria-current')
  }
}

/** Shows on the thumbnails and on the stage what is done and where the chosen video was left. */
export function drawRecord(stage: Element, chosen: Film, films: Film[], record: StudyRecord): void {
  const on = (selector: string) => stage.querySelector<HTMLElement>(selector)
  for (const film of films) {
    const isDone = record.done.includes(film.key)
    film.item.classList.toggle('is-done', isDone)
    const said = film.link.querySelector<HTMLElement>('[data-done]')
    write(said, isDone ? ` (${said?.dataset.text})` : '')
  }
  const isDone = record.done.includes(chosen.key)
  on('.mark-done')?.classList.toggle('is-done', isDone)
  const mark = on('[data-mark]')
  write(mark, (isDone ? mark?.dataset.done : mark?.dataset.mark) ?? '')
  const undo = on('[data-undo]')
  write(undo, isDone ? `, ${undo?.dataset.undo}` : '')
  const left = on('[data-left]')
  const at = isDone ? undefined : record.seconds[chosen.key]
  write(left, at === undefined ? '' : fillPlaceholders(left?.dataset.left ?? '', { time: timeText(at) }))
}
