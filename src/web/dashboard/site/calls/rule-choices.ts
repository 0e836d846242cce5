/** The rules that are a number. */
export type NumberRule =
  | 'lengthMinutes'
  | 'everyMinutes'
  | 'pauseMinutes'
  | 'noticeHours'
  | 'horizonDays'
  | 'mostPerDay'

const minutes = (count: number) => (count === 0 ? 'None' : `${count} minutes`)
const hours = (count: number) =>
  count === 0 ? 'None' : count % 24 === 0 ? daysText(count / 24) : count === 1 ? '1 hour' : `${count} hours`
const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)
const callsText = (count: number) => (count === 0 ? 'As many as fit' : `${count}`)

/** What each number is called, what is offered for it, and how it is said. */
export const choices: Record<NumberRule, { label: string; options: number[]; text(value: number): string }> =
  {
    lengthMinutes: { label: 'Length of a call', options: [15, 20, 30, 45, 60, 90, 120], text: minutes },
    everyMinutes: { label: 'Offer a time every', options: [10, 15, 20, 30, 45, 60, 90], text: minutes },
    pauseMinutes: { label: 'Pause between calls', options: [0, 5, 10, 15, 30, 45, 60], text: minutes },
    noticeHours: {
      label: 'Minimum notice',
      options: [0, 1, 2, 4, 8, 12, 24, 48, 72],
      text: hours,
    },
    horizonDays: { label: 'How far ahead', options: [3, 5, 7, 10, 14, 21, 30, 60, 90], text: daysText },
    mostPerDay: {
      label: 'Calls a day, at most',
      options: [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20],
      text: callsText,
    },
  }
