import { useLayoutEffect, useMemo, useReducer, useRef } from 'react'
import type { WeekContent } from '#contract/site-content-weeks.ts'
import { fragmentOf, type Place, placeIn } from './portal-address.ts'
import { drawnState, portalReducer } from './portal-state.ts'
import { trainingBefore } from './training-before.ts'
import { useStudy } from './use-study.ts'
import { lessonsOf, type PlacedVideo, videosOf } from './video-list.ts'

/** Puts a place into the address bar, where the browser lets us. */
function writeAddress(place: Place, how: 'pushState' | 'replaceState'): void {
  const fragment = `#${fragmentOf(place)}`
  if (location.hash === fragment) return
  try {
    history[how](how === 'replaceState' ? history.state : null, '', fragment)
  } catch (error) {
    console.warn('The address could not be changed.', error)
  }
}

/** Brings a stage into view where it is out of it. */
function intoView(stage: HTMLElement | null | undefined): void {
  const { top = 0 } = stage?.getBoundingClientRect() ?? {}
  if (top < 0 || top > innerHeight / 2) stage?.scrollIntoView({ block: 'start' })
}

/** The portal at work: what it shows, what the member has done, and everything they can do there. */
export function usePortal(weeks: WeekContent[]) {
  const first = weeks[0]?.id ?? ''
  const [state, dispatch] = useReducer(portalReducer, first, drawnState)
  const { record, isKept, notes } = useStudy()
  const videos = useMemo(() => new Map(weeks.map((week) => [week.id, videosOf(week)])), [weeks])
  const openStage = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const asked = (): Place => {
      const place = placeIn(location.hash)
      const known = place && videos.get(place.week)
      if (!place || !known) return { week: first }
      return place.video !== undefined && known[place.video] ? place : { week: place.week }
    }
    notes.follows(lessonsOf([...videos.values()].flat()))
    const last = notes.lastOf([...videos.values()].flat())
    dispatch({
      type: 'arrived',
      place: asked(),
      chosen: last ? { [last.week]: last.index } : {},
      training: trainingBefore(document.referrer, location.origin),
    })
    // Another fragment is a dialog's, under which the portal stays as it is.
    const follow = () => {
      if (location.hash === '' || placeIn(location.hash)) dispatch({ type: 'went', place: asked() })
    }
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [videos, first, notes])

  const choose = (video: PlacedVideo) => {
    const place = { week: video.week, video: video.index }
    dispatch({ type: 'went', place })
    notes.looksAt(video)
    writeAddress(place, 'replaceState')
  }
  const play = (video: PlacedVideo) => {
    if (!video.source) return
    dispatch({ type: 'pressed play', from: notes.startOf(video.key) })
    notes.looksAt(video)
  }
  // By then the week that the video belongs to is the open one.
  const bringIntoView = () => requestAnimationFrame(() => intoView(openStage.current))
  return {
    state,
    record,
    isKept,
    notes,
    videos,
    openStage,
    dispatch,
    open(week: string) {
      dispatch({ type: 'went', place: { week } })
      writeAddress({ week }, 'pushState')
    },
    /** Puts a video on the stage, without playing it. */
    choose,
    play,
    /** Puts a video on the stage and brings the stage into view. */
    show(video: PlacedVideo) {
      choose(video)
      bringIntoView()
    },
    /** Goes on with a video: on the stage, in view, playing. */
    goOn(video: PlacedVideo) {
      choose(video)
      bringIntoView()
      play(video)
    },
  }
}

/** The portal at work. */
export type Portal = ReturnType<typeof usePortal>
