/**
 * A day as a field for days gives it, in the year that was meant: one that is typed by two digits, such as 12/24/26, is for a
 * browser in the year 26.
 */
export const wholeYear = (day: string): string => day.replace(/^00(?=\d\d-)/, '20')

/** The `max` of a field for days: without one a browser takes years of more than four digits. */
export const lastDay = '9999-12-31'
