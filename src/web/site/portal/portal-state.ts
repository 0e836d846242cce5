import type { Place } from './portal-address.ts'
import type { TrainingPath } from './training-before.ts'

/** What the portal shows now. Where the member stands in it is the address's, what they have done the record's. */
export type PortalState = {
  /** Whether the browser has taken over from the server's drawing. */
  isLive: boolean
  /** The open week. */
  week: string
  /** The video on each week's stage by its index; the first where none is named. */
  chosen: Readonly<Record<string, number>>
  /** The player on the open week's stage: none, one that is loading, or one that plays. */
  player: 'off' | 'starting' | 'on'
  /** The second at which the player started. */
  from: number
  /** Whether the player has failed, or is late. */
  hasTrouble: boolean
  /** Where 'Back to the training' leads. */
  training: TrainingPath
}

/** What can happen in the portal. */
export type PortalAction =
  | ({ type: 'arrived'; place: Place } & Pick<PortalState, 'chosen' | 'training'>)
  | { type: 'went'; place: Place }
  | { type: 'pressed play'; from: number }
  | { type: 'player was ready' }
  | { type: 'player was late' }
  | { type: 'player failed' }

/** The state that the server draws: the first week with its first video, nothing playing. */
export const drawnState = (week: string): PortalState => ({
  isLive: false,
  week,
  chosen: {},
  player: 'off',
  from: 0,
  hasTrouble: false,
  training: '/freetraining',
})

/** The index of the video on a week's stage. */
export const chosenIn = ({ chosen }: PortalState, week: string): number => chosen[week] ?? 0

function goTo(state: PortalState, { week, video }: Place): PortalState {
  const index = video ?? chosenIn(state, week)
  if (week === state.week && index === chosenIn(state, week)) return state
  return {
    ...state,
    week,
    chosen: { ...state.chosen, [week]: index },
    player: 'off',
    hasTrouble: false,
  }
}

/** The state after something has happened. What a player says once it is off the stage changes nothing. */
export function portalReducer(state: PortalState, action: PortalAction): PortalState {
  const isOn = state.player !== 'off'
  switch (action.type) {
    case 'arrived':
      return goTo({ ...state, isLive: true, chosen: action.chosen, training: action.training }, action.place)
    case 'went':
      return goTo(state, action.place)
    case 'pressed play':
      return isOn ? state : { ...state, player: 'starting', from: action.from, hasTrouble: false }
    case 'player was ready':
      // YouTube says so with every message.
      if (!isOn || (state.player === 'on' && !state.hasTrouble)) return state
      return { ...state, player: 'on', hasTrouble: false }
    case 'player was late':
      return state.player === 'starting' ? { ...state, hasTrouble: true } : state
    case 'player failed':
      return isOn ? { ...state, player: 'off', hasTrouble: true } : state
  }
}
