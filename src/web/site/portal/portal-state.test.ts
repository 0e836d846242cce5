import { describe, expect, it } from 'vitest'
import { chosenIn, drawnState, type PortalAction, portalReducer } from './portal-state.ts'

const stateAfter = (...actions: PortalAction[]) => actions.reduce(portalReducer, drawnState('week1'))
const play: PortalAction = { type: 'pressed play', from: 12 }
const go = (week: string, video?: number): PortalAction => ({
  type: 'went',
  place: video === undefined ? { week } : { week, video },
})

describe('the portal', () => {
  it('arrives at the place of its address, with each week’s last video on its stage', () => {
    const state = stateAfter({
      type: 'arrived',
      place: { week: 'week3', video: 1 },
      chosen: { week2: 2, week3: 4 },
      training: '/freetraining2',
    })
    expect(state).toMatchObject({ isLive: true, week: 'week3', training: '/freetraining2' })
    expect(['week1', 'week2', 'week3'].map((week) => chosenIn(state, week))).toEqual([0, 2, 1])
  })

  it('keeps the video on a week’s stage while another week is open', () => {
    const state = stateAfter(go('week2', 3), go('week1'), go('week2'))
    expect([state.week, chosenIn(state, 'week2')]).toEqual(['week2', 3])
  })

  it.each([
    ['another video', go('week1', 1)],
    ['another week', go('week2')],
  ])('%s takes the player off', (_what, action) => {
    expect(stateAfter(play, { type: 'player was late' }, action)).toMatchObject({
      player: 'off',
      hasTrouble: false,
    })
  })

  it.each([
    ['the same week', go('week1')],
    ['the same video', go('week1', 0)],
  ])('%s lets the player play on', (_what, action) => {
    const playing = stateAfter(play, { type: 'player was ready' })
    expect(portalReducer(playing, action)).toBe(playing)
  })

  it('starts a player at a second, and only once', () => {
    expect(stateAfter(play, { type: 'pressed play', from: 99 })).toMatchObject({
      player: 'starting',
      from: 12,
    })
  })

  it('says that a player is late until it is there, and that it failed once it is gone', () => {
    const late = stateAfter(play, { type: 'player was late' })
    expect(late).toMatchObject({ player: 'starting', hasTrouble: true })
    expect(portalReducer(late, { type: 'player was ready' })).toMatchObject({
      player: 'on',
      hasTrouble: false,
    })
    expect(portalReducer(late, { type: 'player failed' })).toMatchObject({ player: 'off', hasTrouble: true })
  })

  it.each([
    [{ type: 'player was ready' }],
    [{ type: 'player was late' }],
    [{ type: 'player failed' }],
  ] as const)('hears nothing of a player that is off its stage: %o', (action) => {
    const state = stateAfter(go('week2'))
    expect(portalReducer(state, action)).toBe(state)
  })

  it('is not late once it plays', () => {
    const playing = stateAfter(play, { type: 'player was ready' })
    expect(portalReducer(playing, { type: 'player was late' })).toBe(playing)
  })
})
