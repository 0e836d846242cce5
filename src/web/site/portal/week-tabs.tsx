import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { fillPlaceholders } from '#contract/fill-placeholders.ts'
import type { PortalWords } from '#contract/site-content-portal.ts'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { doneAmong } from './study-record.ts'
import { tabAfterKey } from './tab-after-key.ts'
import type { Portal } from './use-portal.ts'
import { playableKeys } from './video-list.ts'
import { whenPlain } from './when-plain.ts'

// Rows of at most four, as even as can be: five weeks are three and two.
const columnsFor = (count: number): number => Math.ceil(count / Math.ceil(count / 4))

// Where the tabs are one long row, the open one comes into it; the page itself stays where it is.
function intoRow(row: HTMLElement, tab: HTMLElement): void {
  const [around, place] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (place.left < around.left || place.right > around.right)
    row.scrollLeft += (place.left + place.right - around.left - around.right) / 2
}

/** One pip for each video that can play, and the same in words for whoever cannot see them. */
function WeekProgress(props: { week: string; words: PortalWords['progress']; portal: Portal }) {
  const { portal } = props
  const keys = playableKeys(portal.videos.get(props.week) ?? [])
  if (keys.length === 0) return null
  const done = doneAmong(portal.record, keys)
  return (
    <>
      <span className="pips" aria-hidden="true">
        {keys.map((key) => (
          <i key={key} className={portal.record.done.includes(key) ? 'is-done' : undefined} />
        ))}
      </span>
      {portal.state.isLive && (
        <span className="unseen">{fillPlaceholders(props.words.week, { done, total: keys.length })}</span>
      )}
    </>
  )
}

/** The way to the weeks: links to each week's place on the page, and tabs as soon as the browser has taken over. */
export function WeekTabs(props: { weeks: WeekContent[]; words: PortalWords; portal: Portal }) {
  const { weeks, words, portal } = props
  const { isLive, week: open } = portal.state
  const row = useRef<HTMLElement>(null)
  const tabs = useRef(new Map<string, HTMLElement>())

  useLayoutEffect(() => {
    const tab = tabs.current.get(open)
    if (isLive && row.current && tab) intoRow(row.current, tab)
  }, [isLive, open])

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = weeks[tabAfterKey(event.key, index, weeks.length) ?? -1]
    if (!next) return
    event.preventDefault()
    portal.open(next.id)
    tabs.current.get(next.id)?.focus()
  }
  return (
    <nav
      ref={row}
      className={weeks.length > 4 ? 'tabs tabs-many' : 'tabs'}
      aria-label={words.heading}
      data-columns={columnsFor(weeks.length)}
      role={isLive ? 'tablist' : undefined}
    >
      {weeks.map((week, index) => (
        <a
          key={week.id}
          className="tab"
          id={`${week.id}-tab`}
          href={`#${week.id}`}
          ref={(tab) => {
            if (tab) tabs.current.set(week.id, tab)
            return () => void tabs.current.delete(week.id)
          }}
          {...(isLive && {
            role: 'tab',
            'aria-controls': week.id,
            'aria-selected': week.id === open,
            tabIndex: week.id === open ? 0 : -1,
            onClick: whenPlain(() => portal.open(week.id)),
            onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
          })}
        >
          <span className="tab-label">{week.label}</span>
          <span className="tab-title">{week.title}</span>
          <WeekProgress week={week.id} words={words.progress} portal={portal} />
        </a>
      ))}
    </nav>
  )
}
