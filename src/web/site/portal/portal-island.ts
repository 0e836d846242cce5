import '#web/site/browser/clean-address.ts'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import { type Film, filmsOf } from './film-list.ts'
import { fragmentOf, type Place, placeIn } from './portal-address.ts'
import { type Stage, startStage } from './stage-script.ts'
import { doneAmong, type StudyRecord, timeText, wayOn, withLast } from './study-record.ts'
import { openStudy } from './study-storage.ts'
import { startTabs } from './tabs-script.ts'

const keysOf = (films: Film[]) => films.map((film) => film.key)

/** Shows on each week's tab which of its videos are done, as pips and in words. */
function showWeekProgress(list: HTMLElement, weeks: Map<string, Film[]>, record: StudyRecord): void {
  for (const [id, films] of weeks) {
    const tab = list.querySelector(`#${id}-tab`)
    tab?.querySelectorAll('.pips i').forEach((pip, index) => {
      pip.classList.toggle('is-done', record.done.includes(films[index]?.key ?? ''))
    })
    const said = tab?.querySelector('[data-done]')
    const values = { done: doneAmong(record, keysOf(films)), total: films.length }
    if (said) said.textContent = films.length > 0 ? fillPlaceholders(list.dataset.progress ?? '', values) : ''
  }
}

/** Shows how far all weeks have come, and points the one link to where to go on. */
function showWayOn(box: HTMLElement, films: Film[], record: StudyRecord, isKept: boolean): void {
  const done = doneAmong(record, keysOf(films))
  const far = box.querySelector('#far')
  if (far) far.textContent = fillPlaceholders(box.dataset.all ?? '', { done, total: films.length })
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
  const where = at === undefined ? '' : `, ${fillPlaceholders(box.dataset.at ?? '', { time: timeText(at) })}`
  link.href = `#${fragmentOf({ week: film.week, video: film.index })}`
  kind.textContent = (way.kind === 'finished' ? box.dataset.finished : kind.dataset[way.kind]) ?? ''
  title.textContent = `${tab?.textContent}: ${film.title}${where}`
}

/** Puts a place into the address bar, where the browser lets us. */
function writeAddress(place: Place, how: 'pushState' | 'replaceState'): void {
  const fragment = `#${fragmentOf(place)}`
  if (location.hash === fragment) return
  try {
    history[how](null, '', fragment)
  } catch (error) {
    console.warn('The address could not be changed.', error)
  }
}

/** Brings a week's stage into view where it is out of it, and returns it. */
function toStage(week: string): Element | null {
  const stage = document.querySelector(`#${week} .stage`)
  const top = stage?.getBoundingClientRect().top ?? 0
  if (top < 0 || top > innerHeight / 2) stage?.scrollIntoView({ block: 'start' })
  return stage
}

function start(list: HTMLElement, weeks: HTMLElement[]): void {
  const films = new Map(weeks.map((week) => [week.id, filmsOf(week)]))
  const allFilms = [...films.values()].flat()
  const stages = new Map<string, Stage>()
  const box = document.querySelector<HTMLElement>('.onward')
  const active = document.querySelector<HTMLElement>('[data-active]')
  const study = openStudy(() => show())

  const show = () => {
    for (const stage of stages.values()) stage.show()
    showWeekProgress(list, films, study.record())
    if (box) showWayOn(box, allFilms, study.record(), study.isKept())
  }
  const open = ({ week, video }: Place) => {
    for (const [id, stage] of stages) if (id !== week) stage.rest()
    tabs.show(week)
    const title = list.querySelector<HTMLElement>(`#${week}-tab`)?.dataset.title ?? ''
    if (active) active.textContent = fillPlaceholders(active.dataset.active ?? '', { week: title })
    if (video !== undefined) stages.get(week)?.choose(video)
  }
  const choose = (film: Film) => {
    const place = { week: film.week, video: film.index }
    open(place)
    study.change((record) => withLast(record, film.key))
    writeAddress(place, 'replaceState')
  }
  const tabs = startTabs(list, weeks, (week) => {
    open({ week })
    writeAddress({ week }, 'pushState')
  })
  for (const week of weeks) {
    const stage = startStage(week, films.get(week.id) ?? [], study, choose)
    if (stage) stages.set(week.id, stage)
  }
  for (const film of allFilms) {
    film.link.href = `#${fragmentOf({ week: film.week, video: film.index })}`
    film.link.removeAttribute('target')
    film.link.addEventListener('click', (event) => {
      event.preventDefault()
      choose(film)
      toStage(film.week)
    })
  }
  const onward = box?.querySelector<HTMLAnchorElement>('.onward-link')
  onward?.addEventListener('click', (event) => {
    event.preventDefault()
    const place = placeIn(onward.hash)
    const film = place && films.get(place.week)?.[place.video ?? 0]
    if (!film) return
    choose(film)
    const stage = toStage(film.week)
    stages.get(film.week)?.play()
    // Without a video to play, the keyboard still goes to where the member is now.
    if (!film.source) stage?.querySelector<HTMLElement>('.mark-done')?.focus({ preventScroll: true })
  })

  const asked = () => {
    const place = placeIn(location.hash)
    return place && films.has(place.week) ? place : undefined
  }
  const follow = () => open(asked() ?? { week: weeks[0]?.id ?? '' })
  for (const event of ['hashchange', 'popstate']) addEventListener(event, follow)
  follow()
  show()
  document.querySelector('.weeks')?.setAttribute('data-live', '')
  const place = asked()
  if (place?.video !== undefined) toStage(place.week)
}

const list = document.querySelector<HTMLElement>('.tabs')
const weeks = [...document.querySelectorAll<HTMLElement>('.week')]
if (list && weeks.length > 0) start(list, weeks)
