import { inWords } from '#contract/in-words.ts'
import type { Film } from './film-list.ts'
import { fragmentOf } from './portal-address.ts'
import { doneAmong, type StudyRecord, timeText, wayOn } from './study-record.ts'

const keysOf = (films: Film[]) => films.map((film) => film.key)

/** Shows on each week's tab which of its videos are done, as pips and in words. */
export function showWeekProgress(list: HTMLElement, weeks: Map<string, Film[]>, record: StudyRecord): void {
  for (const [id, films] of weeks) {
    const tab = list.querySelector(`#${id}-tab`)
    tab?.querySelectorAll('.pips i').forEach((pip, index) => {
      pip.classList.toggle('is-done', record.done.includes(films[index]?.key ?? ''))
    })
    const said = tab?.querySelector('[data-done]')
    const values = { done: doneAmong(record, keysOf(films)), total: films.length }
    if (said) said.textContent = films.length > 0 ? inWords(list.dataset.progress ?? '', values) : ''
  }
}

/** Shows how far all weeks have come, and points the one link to where to go on. */
export function showWayOn(box: HTMLElement, films: Film[], record: StudyRecord, isKept: boolean): void {
  const done = doneAmong(record, keysOf(films))
  const far = box.querySelector('#far')
  if (far) far.textContent = inWords(box.dataset.all ?? '', { done, total: films.length })
  const meter = box.querySelector('progress')
  if (meter) meter.value = done
  const unkept = box.querySelector<HTMLElement>('.onward-unkept')
  if (unkept) unkept.hidden = isKept

  const link = box.querySelector<HTMLAnchorElement>('.onward-link')
  const kind = link?.querySelector<HTMLElement>('.onward-kind')
  const title = link?.querySelector('.onward-title')
  const way = wayOn(record, keysOf(films))
  if (!link || !kind || !title || !way) return
  const film = way.kind === 'finished' ? films[0] : films.find((other) => other.key === way.key)
  if (!film) return
  const tab = document.querySelector(`#${film.week}-tab .tab-label`)
  const at = record.seconds[film.key]
  const where = at === undefined ? '' : `, ${inWords(box.dataset.at ?? '', { time: timeText(at) })}`
  link.href = `#${fragmentOf({ week: film.week, video: film.index })}`
  kind.textContent = (way.kind === 'finished' ? box.dataset.finished : kind.dataset[way.kind]) ?? ''
  title.textContent = `${tab?.textContent}: ${film.title}${where}`
}
